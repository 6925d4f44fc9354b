import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../util/random.ts';

/** Number of tries, and the pauses between them. */
export interface Backoff {
  /** Tries in all. */
  tries: number;
  /** Milliseconds of the first pause. */
  first: number;
  /** Each pause is so many times the one before. */
  factor: number;
  /** Up to such a part of a pause comes on top, by chance: 0.2 makes 500 to 600 of 500. */
  jitter: number;
}

/** Resolves after so many milliseconds; handed in so that tests need not wait. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

export const systemPause: Pause = (ms, signal) => sleep(ms, undefined, { signal, ref: false });

export interface RetryDependencies {
  random: Random;
  pause: Pause;
}

/** Steps of chance between nothing and the whole jitter. */
const grain = 1_000;

/** Resolves or rejects as the last try did. Errors for which `isPassing` is true are retried. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  isPassing: (error: unknown) => boolean,
  { tries, first, factor, jitter }: Backoff,
  { random, pause }: RetryDependencies,
  signal?: AbortSignal,
): Promise<T> {
  let rest = first;
  for (let left = tries - 1; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left <= 0 || !isPassing(error)) throw error;
    }
    await pause(rest * (1 + (jitter * random.below(grain)) / grain), signal);
    rest *= factor;
  }
}
