import type { StorageKeys } from '../storage/keys.ts';
import type { KeyValue, Kv } from '../storage/kv.ts';
import { readMessage, type StorageFormat, type StoredType } from '../storage/storage-format.ts';

/** Seconds after which a replica that says nothing is taken for gone. */
const timeToLive = 15;
const attempts = 5;

export interface ReplicaLeasesOptions {
  kv: Kv;
  keys: StorageKeys;
  /** Where clients reach this replica. */
  address: string;
  /** The kind Endpoints, as which each replica's address is written. */
  endpoints: StoredType;
  format: StorageFormat;
}

/**
 * Which replicas there are, those of other makes included: each says so at one key, by its address, for as long as it
 * lives. The value is an Endpoints object, whose generation counts how often the replica has said so.
 */
export class ReplicaLeases {
  readonly #options: ReplicaLeasesOptions;
  readonly #prefix: string;

  constructor(options: ReplicaLeasesOptions) {
    this.#options = options;
    this.#prefix = `${options.keys.shared('masterleases')}/`;
  }

  /** Says that this replica is there. Rejects when the store does not answer. */
  async renew(): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (await this.#put()) return;
    }
  }

  /** Addresses of the replicas that are there, in order of their text. */
  async live(): Promise<string[]> {
    const { items } = await this.#options.kv.range(this.#prefix, { keysOnly: true });
    return items.map(({ key }) => key.slice(this.#prefix.length)).sort();
  }

  /** Says that this replica is going. */
  async release(): Promise<void> {
    const { kv, address } = this.#options;
    const { item } = await kv.get(this.#prefix + address);
    if (item !== undefined) await kv.delete(item.key, item.modRevision);
  }

  /** False when another write came between: a replica of the same address that stops or starts. */
  async #put(): Promise<boolean> {
    const { kv, address } = this.#options;
    const key = this.#prefix + address;
    const { item } = await kv.get(key);
    // A lease of its own each time: the one before ends with no key on it, and a late renewal finds none that has ended.
    const lease = await kv.grantLease(timeToLive);
    const value = this.#value(this.#generationOf(item) + 1);
    const result =
      item === undefined
        ? await kv.create(key, value, { lease })
        : await kv.update(key, value, item.modRevision, { lease });
    return result.done;
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
