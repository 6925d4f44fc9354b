/** Counts reads from caches, by resource type: `deployments.apps`. */
export interface ReadObserver {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** A read has the state that it wanted, since it began to wait for it. */
  waited(resource: string, since: number): void;
  /** A read wanted the newest state, and got it from the cache, from the store in place of it, or not. */
  readNewest(resource: string, by: 'cache' | 'store' | 'failed'): void;
  /** A list looked at so many objects, found by an index where it is named, and returned so many. */
  listed(resource: string, fetched: number, returned: number, index?: string): void;
}
