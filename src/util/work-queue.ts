import type { QueueMeter } from './metrics/queue-meter.ts';
import { maxTimerMs, PeriodicTask } from './periodic-task.ts';

export interface WorkQueueOptions {
  /** Keys that are worked on at a time. */
  workers: number;
  /** Called for one key at a time each. A rejection is reported, and the key comes again. */
  work: (key: string) => Promise<void>;
  report: (key: string, error: Error) => void;
  /** Milliseconds until the first retry of a key; doubled with each. */
  firstRetry: number;
  maxRetryDelay: number;
  meter?: QueueMeter | undefined;
  /** Keys that are added again every so many milliseconds, from `start` on. */
  resync?: { interval: number; keys(): Iterable<string> };
}

/**
 * Keys that have to be looked at, each once however often it is added meanwhile. One that is added while it is worked
 * on is worked on again afterwards.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #retries = new Map<string, number>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Keys that are added at a time that is known. */
  readonly #delayed = new Map<string, { due: number; timer: NodeJS.Timeout }>();
  readonly #resync: PeriodicTask | undefined;
  #isClosed = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
    const { resync } = options;
    const all = async (): Promise<void> => {
      for (const key of resync!.keys()) this.add(key);
    };
    if (resync !== undefined) this.#resync = new PeriodicTask(all, resync.interval, () => {});
  }

  /** Begins to add all keys from time to time. */
  start(): void {
    this.#resync?.start();
  }

  add(key: string): void {
    if (this.#isClosed) return;
    if (!this.#waiting.has(key)) this.#options.meter?.added(key);
    this.#waiting.add(key);
    // Callers often react to a change that the caches do not show yet.
    setImmediate(() => this.#next());
  }

  /** Adds it after so many milliseconds; of several such times the earliest counts. */
  addAfter(key: string, milliseconds: number): void {
    const due = performance.now() + milliseconds;
    const known = this.#delayed.get(key);
    if (this.#isClosed || (known !== undefined && known.due <= due)) return;
    clearTimeout(known?.timer);
    this.#options.meter?.retried();
    const timer = setTimeout(() => this.#elapsed(key, due), Math.min(milliseconds, maxTimerMs));
    this.#delayed.set(key, { due, timer: timer.unref() });
  }

  /** Adds it later, and later still each time, until `forget`. */
  retry(key: string): void {
    const { firstRetry, maxRetryDelay, meter } = this.#options;
    meter?.retried();
    const wait = this.#retries.get(key) ?? firstRetry;
    this.#retries.set(key, Math.min(wait * 2, maxRetryDelay));
    clearTimeout(this.#timers.get(key));
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      this.add(key);
    }, wait);
    this.#timers.set(key, timer.unref());
  }

  /** The next retry comes early again. */
  forget(key: string): void {
    this.#retries.delete(key);
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    this.#options.meter?.dropped();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const { timer } of this.#delayed.values()) clearTimeout(timer);
    await Promise.all([this.#resync?.close(), ...this.#running.values()]);
  }

  #elapsed(key: string, due: number): void {
    this.#delayed.delete(key);
    const rest = due - performance.now();
    if (rest > 1) this.addAfter(key, rest);
    else this.add(key);
  }

  #next(): void {
    for (const key of this.#waiting) {
      if (this.#running.size >= this.#options.workers) return;
      if (this.#running.has(key)) continue;
      this.#waiting.delete(key);
      this.#running.set(key, this.#run(key));
    }
  }

  async #run(key: string): Promise<void> {
    this.#options.meter?.began(key);
    try {
      await this.#options.work(key);
    } catch (error) {
      if (!this.#isClosed) {
        this.#options.report(key, error as Error);
        this.retry(key);
      }
    }
    this.#options.meter?.ended(key);
    this.#running.delete(key);
    this.#next();
  }
}
