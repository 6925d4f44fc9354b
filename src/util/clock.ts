/** Milliseconds since 1970-01-01T00:00:00Z. Passed in, so that tests control it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** For durations: never goes back or jumps when the system time is set. Its zero is arbitrary. */
export const monotonicClock: Clock = { now: () => performance.now() };
