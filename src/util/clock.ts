/** Time, handed in so that tests can hold it in their hands. Milliseconds since 1970-01-01T00:00:00Z. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** For how much time has passed: never goes back, and does not jump when the date is set. Its zero means nothing. */
export const monotonicClock: Clock = { now: () => performance.now() };
