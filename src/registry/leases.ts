import type { Kv, LeaseId, WriteOptions } from '../storage/kv.ts';
import type { Clock } from '../util/clock.ts';

/** Objects of one lease end together, so a lease serves those that were written within this part of its time. */
const shareFor = 1 / 20;
const objectsPerLease = 1_000;

/**
 * Leases for objects that go by themselves, shared by many objects. A shared lease runs a little longer than
 * asked, so that the last object to join it lives as long as it should.
 */
export class Leases {
  readonly #kv: Kv;
  readonly #clock: Clock;
  readonly #current = new Map<number, { lease: Promise<LeaseId>; until: number; objects: number }>();

  constructor(kv: Kv, clock: Clock) {
    this.#kv = kv;
    this.#clock = clock;
  }

  /** Options for a write of an object that lives so many seconds; none when it lives until it is deleted. */
  async optionsFor(timeToLive: number | undefined): Promise<WriteOptions> {
    if (timeToLive === undefined) return {};
    const now = this.#clock.now();
    let shared = this.#current.get(timeToLive);
    if (shared === undefined || now >= shared.until || shared.objects >= objectsPerLease) {
      const share = Math.ceil(timeToLive * shareFor);
      const lease = this.#kv.grantLease(timeToLive + share);
      shared = { lease, until: now + share * 1000, objects: 0 };
      this.#current.set(timeToLive, shared);
      lease.catch(() => this.#current.delete(timeToLive));
    }
    shared.objects++;
    return { lease: await shared.lease };
  }
}
