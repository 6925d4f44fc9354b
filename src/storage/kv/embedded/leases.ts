import type { Clock } from '../../../util/clock.ts';
import { KvError, type LeaseId } from '../../kv.ts';
import type { Database } from './database.ts';
import type { Head } from './head.ts';
import type { WriteQueue } from './write-queue.ts';

/** Milliseconds between two looks for leases that have ended. */
const checkInterval = 250;

interface Lease {
  ttlSeconds: number;
  /** By the clock of elapsed time. */
  endsAt: number;
}

/** The two clocks of leases. */
export interface LeaseClocks {
  /** The date. On disk a lease ends at one, so that a restart does not prolong it. */
  date: Clock;
  /** Monotonic. While the store is open leases end by it: setting the date ends none and prolongs none. */
  elapsed: Clock;
  /** Whether leases end. Not in a store that is only looked at. */
  endsLeases?: boolean;
}

/** Leases, and the deletion of their keys when they end. */
export class Leases {
  readonly #database: Database;
  readonly #head: Head;
  readonly #queue: WriteQueue;
  readonly #clocks: LeaseClocks;
  readonly #leases = new Map<number, Lease>();
  readonly #timer: NodeJS.Timeout;
  #last: number;
  /** The ends that are under way. */
  readonly #ending = new Set<Promise<void>>();

  constructor(database: Database, head: Head, queue: WriteQueue, clocks: LeaseClocks) {
    this.#database = database;
    this.#head = head;
    this.#queue = queue;
    this.#clocks = clocks;
    this.#last = database.integer('last-lease', 0);
    for (const { lease, ttlSeconds, endsAt } of database.leases()) {
      // The date may have been set back meanwhile: no lease lives longer than it was granted for.
      const rest = Math.min(endsAt - clocks.date.now(), ttlSeconds * 1000);
      this.#leases.set(lease, { ttlSeconds, endsAt: clocks.elapsed.now() + rest });
    }
    this.#timer = setInterval(() => this.#endOverdue(), checkInterval);
    this.#timer.unref();
    if (clocks.endsLeases === false) clearInterval(this.#timer);
  }

  async grant(ttlSeconds: number): Promise<LeaseId> {
    // Never one twice, not even after a restart: a holder of an ended lease must not get at a new one's keys.
    const id = ++this.#last;
    this.#leases.set(id, { ttlSeconds, endsAt: this.#clocks.elapsed.now() + ttlSeconds * 1000 });
    const endDate = this.#endDate(ttlSeconds);
    await this.#queue.addRecords(() => {
      this.#database.putInteger('last-lease', id);
      this.#database.putLease(id, ttlSeconds, endDate);
    });
    return String(id);
  }

  async keepAlive(leaseId: LeaseId): Promise<void> {
    const id = this.find(leaseId);
    const lease = this.#leases.get(id)!;
    const { ttlSeconds } = lease;
    lease.endsAt = this.#clocks.elapsed.now() + ttlSeconds * 1000;
    const endDate = this.#endDate(ttlSeconds);
    await this.#queue.addRecords(() => this.#database.putLease(id, ttlSeconds, endDate));
  }

  async revoke(leaseId: LeaseId): Promise<void> {
    await this.#end(this.find(leaseId));
  }

  /** The number of a lease that has not expired. Throws NotFound for any other. */
  find(leaseId: LeaseId): number {
    const id = Number(leaseId);
    const lease = this.#leases.get(id);
    if (lease === undefined || lease.endsAt <= this.#clocks.elapsed.now()) {
      throw new KvError('NotFound', `there is no lease ${leaseId}`);
    }
    return id;
  }

  /** Resolves when what is under way has come to its end. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.allSettled(this.#ending);
  }

  #endDate(ttlSeconds: number): number {
    return this.#clocks.date.now() + ttlSeconds * 1000;
  }

  #endOverdue(): void {
    const now = this.#clocks.elapsed.now();
    for (const [id, lease] of this.#leases) {
      if (lease.endsAt > now) continue;
      // A failure leaves the lease on the disk, and the next start tries again.
      this.#end(id).catch(() => {});
    }
  }

  #end(id: number): Promise<void> {
    // From here on no key can be attached to it, so the keys that are found below are all.
    this.#leases.delete(id);
    const ended = this.#deleteKeys(id).finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
    return ended;
  }

  async #deleteKeys(id: number): Promise<void> {
    await this.#queue.settled();
    for (const key of this.#database.attachedKeys(id)) {
      const current = this.#head.latest(key);
      // A damaged one does not say its lease; that it is attached here does.
      if (current === undefined || (current.lease !== id && current.damage === undefined)) continue;
      this.#queue.ensureUsable(true);
      const write = { key, deleted: true, createRevision: 0, lease: 0, value: Buffer.alloc(0) };
      void this.#queue.add(this.#head.decide(write, current));
    }
    await this.#queue.addRecords(() => this.#database.removeLease(id));
  }
}
