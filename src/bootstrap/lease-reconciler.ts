import type { StorageKeys } from '../storage/keys.ts';
import { type KeyValue, type Kv, KvError, type LeaseId } from '../storage/kv.ts';
import { readMessage, type StorageFormat, type StoredType } from '../storage/storage-format.ts';
import type { Replicas } from './replicas.ts';

/**
 * Seconds after which a replica that says nothing is taken for gone. With the time that the store takes to end a lease
 * and the one between two looks of a survivor, its address is out of the Service in less than 15 s.
 */
const timeToLive = 9;
const attempts = 5;

export interface ReplicaLeasesOptions {
  kv: Kv;
  keys: StorageKeys;
  /** Address at which clients reach this replica. */
  address: string;
  /** The kind Endpoints, as which each replica's address is written. */
  endpoints: StoredType;
  format: StorageFormat;
}

/**
 * Which replicas there are, those of other makes included: each says so at one key, by its address, for as long as it
 * lives. The value is an Endpoints object, whose generation counts how often it was written.
 */
export class LeaseReconciler implements Replicas {
  readonly #options: ReplicaLeasesOptions;
  readonly #prefix: string;
  #lease: LeaseId | undefined;
  /** Revision of the last write of this replica's key. */
  #revision = 0;

  constructor(options: ReplicaLeasesOptions) {
    this.#options = options;
    this.#prefix = `${options.keys.shared('masterleases')}/`;
  }

  async join(): Promise<string[]> {
    await this.renew();
    return this.live();
  }

  async leave(): Promise<string[]> {
    await this.release();
    return this.live();
  }

  /**
   * Says that this replica is there: a key that stands as it was written only has its lease renewed. Rejects when the
   * store does not answer.
   */
  async renew(): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (await this.#put()) return;
    }
  }

  /** Process that says that this replica is there: it itself, another process of the same address, or none. */
  async holder(): Promise<'own' | 'other' | undefined> {
    const { item } = await this.#options.kv.get(this.#prefix + this.#options.address);
    if (item === undefined) return undefined;
    return item.modRevision === this.#revision ? 'own' : 'other';
  }

  /** Addresses of the replicas that are there, in order of their text. */
  async live(): Promise<string[]> {
    const { items } = await this.#options.kv.range(this.#prefix, { keysOnly: true });
    return items.map(({ key }) => key.slice(this.#prefix.length)).sort();
  }

  /** Whether replicas of other addresses are there. */
  async hasOthers(): Promise<boolean> {
    return (await this.live()).some((address) => address !== this.#options.address);
  }

  /** Removes the key of this replica: it is going, or was killed and comes back without being ready yet. */
  async release(): Promise<void> {
    const { kv, address } = this.#options;
    this.#lease = undefined;
    const { item } = await kv.get(this.#prefix + address);
    if (item !== undefined) await kv.delete(item.key, item.modRevision);
  }

  /** False when another write came between: a replica of the same address that stops or starts. */
  async #put(): Promise<boolean> {
    const { kv, address } = this.#options;
    const key = this.#prefix + address;
    const lease = await this.#liveLease();
    const { item } = await kv.get(key);
    if (item !== undefined && item.modRevision === this.#revision) return true;
    const value = this.#value(this.#generationOf(item) + 1);
    const result =
      item === undefined
        ? await kv.create(key, value, { lease })
        : await kv.update(key, value, item.modRevision, { lease });
    if (result.done) this.#revision = result.revision;
    return result.done;
  }

  /** Another one than before once that has ended, with the key. */
  async #liveLease(): Promise<LeaseId> {
    const { kv } = this.#options;
    if (this.#lease !== undefined) {
      try {
        await kv.keepLeaseAlive(this.#lease);
        return this.#lease;
      } catch (error) {
        if (!(error instanceof KvError) || error.code !== 'NotFound') throw error;
        this.#revision = 0;
      }
    }
    this.#lease = await kv.grantLease(timeToLive);
    return this.#lease;
  }

  #value(generation: number): Buffer {
    const { format, endpoints, address } = this.#options;
    const metadata = { generation, creationTimestamp: null };
    return format.encode({ metadata, subsets: [{ addresses: [{ ip: address }] }] }, endpoints);
  }

  #generationOf(item: KeyValue | undefined): number {
    if (item === undefined) return 0;
    try {
      const { metadata } = readMessage(item.value, this.#options.endpoints) as {
        metadata?: { generation?: number };
      };
      return metadata?.generation ?? 0;
    } catch {
      // Whatever stands there, it is replaced.
      return 0;
    }
  }
}
