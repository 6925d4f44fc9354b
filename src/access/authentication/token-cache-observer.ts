/** Counts what a cache of decisions about tokens is asked, and what it has to ask for. */
export interface TokenCacheObserver {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** An answer was known, or had to be asked for; `since`: when the cache was asked. */
  answered(status: 'hit' | 'miss', since: number): void;
  /** A request asks (`in_flight`), or waits for another one that does (`blocked`): begins or ends it. */
  asking(status: 'in_flight' | 'blocked', change: 1 | -1): void;
  /** The authenticator behind the cache decided, or could not. */
  asked(isDecided: boolean): void;
}

export const noTokenCacheObserver: TokenCacheObserver = {
  now: () => 0,
  answered: () => {},
  asking: () => {},
  asked: () => {},
};
