import type { StorageKeys } from '../storage/keys.ts';
import { type Kv, KvError, type LeaseId } from '../storage/kv.ts';

/** Seconds after which a replica that says nothing is taken for gone. */
const timeToLive = 15;
const attempts = 5;

/** Which replicas there are: each says so at one key, by its address, for as long as it lives. */
export class ReplicaLeases {
  readonly #kv: Kv;
  readonly #prefix: string;
  readonly #address: string;
  #lease: LeaseId | undefined;

  /** `address`: where clients reach this replica. */
  constructor(kv: Kv, keys: StorageKeys, address: string) {
    this.#kv = kv;
    this.#prefix = `${keys.internal('masterleases')}/`;
    this.#address = address;
  }

  /** Says that this replica is there. Rejects when the store does not answer. */
  async renew(): Promise<void> {
    const lease = await this.#liveLease();
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (await this.#put(lease)) return;
    }
  }

  /** Addresses of the replicas that are there, in order of their text. */
  async live(): Promise<string[]> {
    const { items } = await this.#kv.range(this.#prefix);
    return items.map(({ key }) => key.slice(this.#prefix.length)).sort();
  }

  /** Says that this replica is going. */
  async release(): Promise<void> {
    if (this.#lease === undefined) return;
    const lease = this.#lease;
    this.#lease = undefined;
    await this.#kv.revokeLease(lease);
  }

  async #liveLease(): Promise<LeaseId> {
    if (this.#lease !== undefined) {
      try {
        await this.#kv.keepLeaseAlive(this.#lease);
        return this.#lease;
      } catch (error) {
        if (!(error instanceof KvError) || error.code !== 'NotFound') throw error;
      }
    }
    this.#lease = await this.#kv.grantLease(timeToLive);
    return this.#lease;
  }

  /** False when another write came between: a replica of the same address that stops or starts. */
  async #put(lease: LeaseId): Promise<boolean> {
    const key = this.#prefix + this.#address;
    const value = Buffer.from(lease);
    const { item } = await this.#kv.get(key);
    if (item?.value.equals(value)) return true;
    const result =
      item === undefined
        ? await this.#kv.create(key, value, { lease })
        : await this.#kv.update(key, value, item.modRevision, { lease });
    return result.done;
  }
}
