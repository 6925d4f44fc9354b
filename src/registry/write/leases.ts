import { type Kv, KvError, type LeaseId, type WriteOptions, type WriteResult } from '../../storage/kv.ts';
import type { Clock } from '../../util/clock.ts';

/** Objects of one lease end together, so a lease serves those that were written within this part of its time, and a minute at most. */
const shareFor = 1 / 20;
const maxShare = 60;
const objectsPerLease = 1_000;

interface SharedLease {
  lease: Promise<LeaseId>;
  until: number;
  objects: number;
}

/**
 * Leases for objects that go by themselves, shared by many objects. A shared lease runs a little longer than
 * asked, so that the last object to join it lives as long as it should.
 */
export class Leases {
  readonly #kv: Kv;
  readonly #clock: Clock;
  readonly #shared: (objects: number) => void;
  readonly #current = new Map<number, SharedLease>();

  /**
   * `clock` must be monotonic: a lease ends by the time that has passed, whatever the date is set to. `shared`: receives
   * how many objects shared a lease that takes no more.
   */
  constructor(kv: Kv, clock: Clock, shared: (objects: number) => void = () => {}) {
    this.#shared = shared;
    this.#kv = kv;
    this.#clock = clock;
  }

  /**
   * Writes an object that lives so many seconds, or until it is deleted when undefined. The store may have lost a
   * lease that is still young (it was revoked): then nothing was written, and a new lease is tried, once.
   */
  async write(
    timeToLive: number | undefined,
    put: (options: WriteOptions) => Promise<WriteResult>,
  ): Promise<WriteResult> {
    if (timeToLive === undefined) return put({});
    const shared = this.#share(timeToLive);
    try {
      return await put({ lease: await shared.lease });
    } catch (error) {
      if (!(error instanceof KvError) || error.code !== 'NotFound') throw error;
      this.#forget(timeToLive, shared);
    }
    return put({ lease: await this.#share(timeToLive).lease });
  }

  #share(timeToLive: number): SharedLease {
    const now = this.#clock.now();
    let shared = this.#current.get(timeToLive);
    if (shared === undefined || now >= shared.until || shared.objects >= objectsPerLease) {
      if (shared !== undefined) this.#shared(shared.objects);
      shared = this.#grant(timeToLive, now);
    }
    shared.objects++;
    return shared;
  }

  #grant(timeToLive: number, now: number): SharedLease {
    const share = Math.min(maxShare, Math.ceil(timeToLive * shareFor));
    const granted = {
      lease: this.#kv.grantLease(timeToLive + share),
      until: now + share * 1000,
      objects: 0,
    };
    this.#current.set(timeToLive, granted);
    granted.lease.catch(() => this.#forget(timeToLive, granted));
    return granted;
  }

  /** Another write may have replaced it already. */
  #forget(timeToLive: number, shared: SharedLease): void {
    if (this.#current.get(timeToLive) === shared) this.#current.delete(timeToLive);
  }
}
