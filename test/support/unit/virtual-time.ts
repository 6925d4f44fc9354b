import { setImmediate as turn } from 'node:timers/promises';
import type { Pause } from '../../../src/client/retry.ts';

interface Timer {
  due: number;
  wake(): void;
}

/** Turns of the event loop after which what a timer has set off is over. */
const turns = 8;

/** Time that passes only when the test says so. */
export class VirtualTime {
  #now = 1_700_000_000_000;
  readonly #timers = new Set<Timer>();

  now = (): number => this.#now;

  pause: Pause = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer: Timer = { due: this.#now + ms, wake: resolve };
      this.#timers.add(timer);
      signal?.addEventListener('abort', () => {
        this.#timers.delete(timer);
        reject(signal.reason);
      });
    });

  /** Lets so many milliseconds pass, timer by timer. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.#settle();
    for (;;) {
      const [next] = [...this.#timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
      if (next === undefined) break;
      this.#now = Math.max(this.#now, next.due);
      this.#timers.delete(next);
      next.wake();
      await this.#settle();
    }
    this.#now = end;
  }

  /** Time passes, and nothing that waits for it notices: what a stopped process sees when it goes on. */
  jump(ms: number): void {
    this.#now += ms;
  }

  async #settle(): Promise<void> {
    for (let n = 0; n < turns; n++) await turn();
  }
}
