import type { Clock } from '../../util/clock.ts';

/** Milliseconds by which the two clocks may differ before the fine one is set anew. */
const tolerance = 2;

/**
 * A clock as exact as event times are written: the fractions come from a counter, the rest from a clock that the
 * operator may set at any time.
 */
export function microClock(clock: Clock, counter: () => number): Clock {
  let offset = clock.now() - counter();
  return {
    now: () => {
      const coarse = clock.now();
      const fine = offset + counter();
      if (Math.abs(fine - coarse) <= tolerance) return fine;
      offset += coarse - fine;
      return coarse;
    },
  };
}
