import type { CacheEntry } from '../../storage/watch-cache/entry.ts';

/** Milliseconds after which an unused encoding is dropped (twice as many at most). */
const keptFor = 300_000;

/** Bytes of all forms together that are kept at most. */
const maxKeptBytes = 64 * 1024 * 1024;

/** Estimated memory of an encoding beside its bytes. */
const overhead = 100;

/** Forms that can be dropped. */
interface Aging {
  age(): void;
}

/**
 * The bytes that several kinds of forms may take together. When half of them were added, all forms age: what has not
 * been asked for since the last time is dropped.
 */
export class EncodingMemory {
  readonly #maxBytes: number;
  readonly #used = new Set<Aging>();
  #added = 0;

  constructor(maxBytes = maxKeptBytes) {
    this.#maxBytes = maxBytes;
  }

  add(forms: Aging, bytes: number): void {
    this.#used.add(forms);
    this.#added += bytes + overhead;
    if (this.#added < this.#maxBytes / 2) return;
    this.#added = 0;
    for (const used of this.#used) used.age();
  }

  /** These forms keep nothing any more. */
  forget(forms: Aging): void {
    this.#used.delete(forms);
  }
}

export interface EncodingOptions<F> {
  /** Shared by all that are to stay within one budget. */
  memory?: EncodingMemory;
  bytesOf?: (form: F) => number;
}

/** The part of a cache entry that its forms are kept beside: the answer to the write of this revision has the same bytes. */
export type Encodable = Pick<CacheEntry, 'json'>;

/**
 * One form of the entries of the cache (their bytes in another version, in Protobuf, their row of a Table), each
 * kept beside the bytes of its entry: for as long as they live, and it is asked for, and there is memory.
 *
 * Two generations do that: what is asked for moves to the young one; now and then, and whenever much was added, the
 * old one is dropped, and the young one becomes the old one. The timer holds no process, and stops when nothing is
 * left to drop.
 */
export class EncodingCache<F extends {}> {
  readonly #memory: EncodingMemory;
  readonly #bytesOf: (form: F) => number;
  #young = new WeakMap<Buffer, F>();
  #old: WeakMap<Buffer, F> | undefined;
  #isYoungUsed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor({ memory = new EncodingMemory(), bytesOf = () => 0 }: EncodingOptions<F> = {}) {
    this.#memory = memory;
    this.#bytesOf = bytesOf;
  }

  get(entry: Encodable): F | undefined {
    const young = this.#young.get(entry.json);
    if (young !== undefined || this.#old === undefined) return young;
    const old = this.#old.get(entry.json);
    if (old !== undefined) this.set(entry, old);
    return old;
  }

  /** Keeps a form, in place of what was kept for the entry before. */
  set(entry: Encodable, form: F): void {
    this.#young.set(entry.json, form);
    this.#isYoungUsed = true;
    this.#timer ??= setInterval(() => this.age(), keptFor).unref();
    this.#memory.add(this, this.#bytesOf(form));
  }

  /** Drops what has not been asked for since the last call. */
  age(): void {
    this.#old = this.#isYoungUsed ? this.#young : undefined;
    this.#young = new WeakMap();
    this.#isYoungUsed = false;
    if (this.#old !== undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#memory.forget(this);
  }
}
