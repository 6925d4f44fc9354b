import { setTimeout as delay } from 'node:timers/promises';

/** Writes begun one after the other at a fixed pace, whatever becomes of those before. */
export class Load<Revision = number> {
  /** Times are those of `performance.now()`. */
  readonly acknowledged: { key: string; revision: Revision; begun: number; ended: number }[] = [];
  readonly failures: any[] = [];
  readonly #write: (key: string) => Promise<Revision>;
  readonly #prefix: string;
  readonly #timer: NodeJS.Timeout;
  readonly #running = new Set<Promise<void>>();
  #count = 0;

  /** `write` rejects when it was not acknowledged; `interval` is in milliseconds. */
  constructor(write: (key: string) => Promise<Revision>, prefix: string, interval: number) {
    this.#write = write;
    this.#prefix = prefix;
    this.#timer = setInterval(() => this.#begin(), interval);
  }

  /** Until all that was begun has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }

  /** How long after a moment a write ended well that was begun after it; milliseconds. */
  async firstAfter(moment: number, timeout: number): Promise<number> {
    for (;;) {
      const first = this.acknowledged.find((write) => write.begun > moment);
      if (first !== undefined) return first.ended - moment;
      if (performance.now() > moment + timeout) return Number.POSITIVE_INFINITY;
      await delay(10);
    }
  }

  #begin(): void {
    const key = `${this.#prefix}${this.#count++}`;
    const begun = performance.now();
    const writing = this.#write(key).then(
      (revision) => void this.acknowledged.push({ key, revision, begun, ended: performance.now() }),
      (error) => void this.failures.push(error),
    );
    this.#running.add(writing);
    void writing.finally(() => this.#running.delete(writing));
  }
}
