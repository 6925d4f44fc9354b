/** Time, handed in so that tests can hold it in their hands. Milliseconds since 1970-01-01T00:00:00Z. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
