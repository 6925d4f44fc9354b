import type { CacheEntry } from './entry.ts';

/** The keys of objects that lack their own name or namespace: readable, but they do not say that they stand there. */
export class UnplacedObjects {
  readonly #keys = new Set<string>();
  readonly #tell: ((key: string) => void) | undefined;

  /** `tell`: called for each key at which such an object is found. */
  constructor(tell: ((key: string) => void) | undefined) {
    this.#tell = tell;
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Takes the newest state of an object; undefined when it is gone. */
  update(key: string, entry: CacheEntry | undefined): void {
    if (entry?.isUnplaced === undefined) return void this.#keys.delete(key);
    this.#keys.add(key);
    this.#tell?.(key);
  }

  clear(): void {
    this.#keys.clear();
  }
}
