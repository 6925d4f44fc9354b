import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EncryptionObserver } from '../transformer.ts';

const dataKeySize = 32;

/** Decrypted data keys by their encrypted form. */
export class DataKeys<Key extends object> {
  readonly #keys: LRUCache<string, Key> | undefined;
  readonly #max: number;
  readonly #observer: EncryptionObserver;
  readonly #arrived = new Map<string, number>();

  /** `max` negative: none is kept. `ttl` in milliseconds. */
  constructor(max: number, observer: EncryptionObserver, ttl?: number) {
    this.#max = max;
    this.#observer = observer;
    this.#keys = max < 0 ? undefined : new LRUCache({ max, ...(ttl === undefined ? {} : { ttl }) });
  }

  get(encrypted: string): Key | undefined {
    const key = this.#keys?.get(encrypted);
    if (key === undefined) this.#observer.dataKeyMissed();
    return key;
  }

  add(encrypted: string, key: Key, type: 'from_storage' | 'to_storage'): void {
    if (this.#keys === undefined) return;
    this.#keys.set(encrypted, key);
    this.#observer.dataKeysCached(this.#keys.size / this.#max);
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
