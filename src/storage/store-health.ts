import type { Clock } from '../util/clock.ts';
import { type Kv, KvError } from './kv.ts';

/** Milliseconds between two looks at whether the store takes writes. */
const lookInterval = 500;
/** A good answer holds for so long: about what an etcd takes to elect a leader. */
const goodFor = 3_000;
/** … and is asked for anew, beside, when it is older than this. */
const askAnewAfter = 500;

/**
 * Whether the store answers: one read by quorum, shared by all who ask at the same time. While the last answer was
 * good, the next one is fetched in the background: callers wait only when the last result is too old.
 */
export class StoreHealth {
  readonly #kv: Kv;
  readonly #clock: Clock;
  readonly #timeout: number;
  #lastGood = Number.NEGATIVE_INFINITY;
  #underWay: Promise<void> | undefined;

  /** `clock` must be monotonic; `timeout`: how long one question may take, in milliseconds. */
  constructor(kv: Kv, clock: Clock, timeout = 2_000) {
    this.#timeout = timeout;
    this.#kv = kv;
    this.#clock = clock;
  }

  /** Rejects when the store has not answered. */
  async check(): Promise<void> {
    const age = this.#clock.now() - this.#lastGood;
    if (age < askAnewAfter) return;
    const answer = (this.#underWay ??= this.#ask());
    if (age >= goodFor) await answer;
    else answer.catch(() => {});
  }

  /** Throws when the store refuses writes. */
  checkWritable(): void {
    const { writeError } = this.#kv;
    if (writeError !== undefined) throw new KvError('Full', writeError);
  }

  /** Tells whenever the store begins to refuse writes, and when it takes them again. Returns how to stop it. */
  watchWriteError(changed: (writeError: string | undefined) => void): () => void {
    let last: string | undefined;
    const timer = setInterval(() => {
      const { writeError } = this.#kv;
      if (writeError !== last) changed(writeError);
      last = writeError;
    }, lookInterval);
    timer.unref();
    return () => clearInterval(timer);
  }

  async #ask(): Promise<void> {
    const begun = this.#clock.now();
    try {
      await withinTime(this.#kv.currentRevision(), this.#timeout);
      this.#lastGood = begun;
    } catch (error) {
      this.#lastGood = Number.NEGATIVE_INFINITY;
      throw error;
    } finally {
      this.#underWay = undefined;
    }
  }
}

async function withinTime(answer: Promise<unknown>, timeout: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new KvError('Unavailable', `the store has not answered within ${timeout} ms`));
  }, timeout);
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
