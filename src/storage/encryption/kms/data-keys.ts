import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EncryptionObserver, Maybe } from '../transformer.ts';

const dataKeySize = 32;

/** Decrypted data keys by their encrypted form. */
export class DataKeys<Key extends object> {
  readonly #keys: LRUCache<string, Key> | undefined;
  readonly #max: number;
  readonly #observer: EncryptionObserver;
  readonly #kept: (count: number) => void;
  readonly #calls = new Map<string, Promise<Key>>();
  readonly #arrived = new Map<string, number>();

  /** `max` negative: none is kept. `ttl` in milliseconds. `kept` receives how many there are after each new one. */
  constructor(
    max: number,
    observer: EncryptionObserver,
    ttl?: number,
    kept: (count: number) => void = () => {},
  ) {
    this.#kept = kept;
    this.#max = max;
    this.#observer = observer;
    this.#keys = max < 0 ? undefined : new LRUCache({ max, ...(ttl === undefined ? {} : { ttl }) });
  }

  /** The key, or a promise of it: values that want the same key at the same time share one call of `decrypt`. */
  get(encrypted: string, decrypt: () => Promise<Key>): Maybe<Key> {
    const key = this.#keys?.get(encrypted);
    if (key !== undefined) return key;
    let call = this.#calls.get(encrypted);
    if (call === undefined) {
      this.#observer.dataKeyMissed();
      call = this.#call(encrypted, decrypt);
      this.#calls.set(encrypted, call);
    }
    return call;
  }

  async #call(encrypted: string, decrypt: () => Promise<Key>): Promise<Key> {
    try {
      const key = await decrypt();
      this.add(encrypted, key, 'from_storage');
      return key;
    } finally {
      this.#calls.delete(encrypted);
    }
  }

  add(encrypted: string, key: Key, type: 'from_storage' | 'to_storage'): void {
    if (this.#keys === undefined) return;
    this.#keys.set(encrypted, key);
    this.#observer.dataKeysCached(this.#keys.size / this.#max);
    this.#kept(this.#keys.size);
    const now = performance.now();
    const before = this.#arrived.get(type);
    if (before !== undefined) this.#observer.dataKeyArrived(type, (now - before) / 1000);
    this.#arrived.set(type, now);
  }
}

/** A new key for data, or a seed of such keys. */
export function generateDataKey(observer: EncryptionObserver): Buffer {
  const begun = performance.now();
  try {
    const key = randomBytes(dataKeySize);
    observer.dataKeyGenerated((performance.now() - begun) / 1000, true);
    return key;
  } catch (error) {
    observer.dataKeyGenerated((performance.now() - begun) / 1000, false);
    throw error;
  }
}
