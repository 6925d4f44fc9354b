import type { TLSSocket } from 'node:tls';
import { type Endpoint, openSocket } from './http-client.ts';
import { type BodySink, ResponseParser } from './http-parser.ts';

const newline = 0x0a;
/** Connections that are opened at a time. */
const opening = 32;
/** Without a single event for so long, the rest will not come. */
const answerTimeout = 20_000;

/** A number of watches, each on its own connection. Events are counted by the line, and not read. */
export class Watchers {
  readonly #watchers: Watcher[] = [];
  /** Milliseconds, of each watcher that has all events it was to get. */
  #finished: number[] = [];
  #expected = 0;
  #done: (() => void) | undefined;

  readonly #onEvent: ((watcher: number, nth: number) => void) | undefined;

  /** `onEvent`: called for each event, with the numbers of the watcher and of the event among its own. */
  constructor(onEvent?: (watcher: number, nth: number) => void) {
    this.#onEvent = onEvent;
  }

  /** `request` makes the request of the i-th watcher. Resolves when all have been answered with 200. */
  async open(endpoint: Endpoint, count: number, request: (i: number) => string): Promise<void> {
    let next = 0;
    const lane = async () => {
      while (next < count) {
        const number = next++;
        const watcher = new Watcher(
          (has) => this.#progress(has),
          (nth) => this.#onEvent?.(number, nth),
        );
        this.#watchers.push(watcher);
        await watcher.open(endpoint, request(number));
      }
    };
    await Promise.all(Array.from({ length: Math.min(opening, count) }, lane));
  }

  /**
   * Does what causes so many events for every watcher, and waits for them. Answers how many came, the
   * milliseconds until each watcher had its last, ascending, and how many watchers lost their connection.
   */
  async receive(each: number, cause: () => Promise<unknown>) {
    const before = this.#total();
    this.#finished = [];
    this.#expected = each;
    for (const watcher of this.#watchers) watcher.due = watcher.seen + each;
    const all = new Promise<void>((resolve) => (this.#done = resolve));
    const began = performance.now();
    await cause();
    await Promise.race([all, this.#stalled()]);
    const times = Float64Array.from(this.#finished, (time) => time - began).sort();
    const lost = this.#watchers.filter((watcher) => watcher.closed).length;
    return { delivered: this.#total() - before, times, seconds: (performance.now() - began) / 1_000, lost };
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close();
  }

  #progress(hasAll: boolean): void {
    if (!hasAll) return;
    this.#finished.push(performance.now());
    if (this.#expected > 0 && this.#finished.length === this.#watchers.length) this.#done?.();
  }

  #total(): number {
    return this.#watchers.reduce((sum, watcher) => sum + watcher.seen, 0);
  }

  #stalled(): Promise<void> {
    let last = this.#total();
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        const now = this.#total();
        if (now !== last && this.#finished.length < this.#watchers.length) last = now;
        else {
          clearInterval(timer);
          resolve();
        }
      }, answerTimeout);
      timer.unref();
    });
  }
}

class Watcher implements BodySink {
  seen = 0;
  due = 0;
  closed = false;
  readonly #parser = new ResponseParser(this);
  readonly #progress: (hasAll: boolean) => void;
  readonly #onEvent: (nth: number) => void;
  #socket: TLSSocket | undefined;
  #opened: PromiseWithResolvers<void> = Promise.withResolvers();

  constructor(progress: (hasAll: boolean) => void, onEvent: (nth: number) => void) {
    this.#progress = progress;
    this.#onEvent = onEvent;
  }

  async open(endpoint: Endpoint, request: string): Promise<void> {
    const socket = await openSocket(endpoint, (buffer, length) => this.#parser.push(buffer, length));
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('close', () => {
      this.closed = true;
      this.#opened.reject(new Error('a watch was closed before it was answered'));
    });
    socket.write(request);
    await this.#opened.promise;
  }

  head(status: number): void {
    if (status === 200) this.#opened.resolve();
    else this.#opened.reject(new Error(`a watch is answered with ${status}`));
  }

  body(buffer: Buffer, start: number, end: number): void {
    const before = this.seen;
    // Bodies are JSON on one line: a newline ends an event and is nowhere else. The buffer may hold older bytes.
    for (let at = buffer.indexOf(newline, start); at !== -1 && at < end; at = buffer.indexOf(newline, at + 1))
      this.#onEvent(this.seen++);
    if (before < this.due && this.seen >= this.due) this.#progress(true);
  }

  done(): void {
    this.closed = true;
  }

  close(): void {
    this.#socket?.destroy();
  }
}
