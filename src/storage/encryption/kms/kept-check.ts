import type { Clock } from '../../../util/clock.ts';

/** Milliseconds for which a result of a check is good. */
const goodFor = 20_000;
const badFor = 3_000;

/** A check whose result counts for a while. Those who ask at the same time share it. */
export class KeptCheck {
  readonly #check: () => Promise<void>;
  readonly #clock: Clock;
  #result: { at: number; error: unknown } | undefined;
  #underWay: Promise<void> | undefined;

  /** `clock` has to be monotonic. */
  constructor(check: () => Promise<void>, clock: Clock) {
    this.#check = check;
    this.#clock = clock;
  }

  async run(): Promise<void> {
    const { at, error } = this.#result ?? { at: Number.NEGATIVE_INFINITY, error: undefined };
    if (this.#clock.now() - at >= (error === undefined ? goodFor : badFor)) return this.runNow();
    if (error !== undefined) throw error;
  }

  /** Whatever was found before. */
  runNow(): Promise<void> {
    this.#underWay ??= this.#ask().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  async #ask(): Promise<void> {
    let error: unknown;
    try {
      await this.#check();
    } catch (thrown) {
      error = thrown;
      throw thrown;
    } finally {
      this.#result = { at: this.#clock.now(), error };
    }
  }
}
