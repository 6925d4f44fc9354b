import type { CacheEntry } from '../storage/watch-cache/entry.ts';

/** A form that nobody has asked for during this time (twice as much at most) is let go. Milliseconds. */
const keptFor = 300_000;

/**
 * One form of the entries of the cache (their bytes in another version, in Protobuf, their row of a Table), each
 * kept beside its entry: for as long as the entry lives, and is asked for.
 *
 * Two generations do that: what is asked for moves to the young one; now and then the old one is dropped, and the
 * young one becomes the old one. The timer holds no process, and stops when nothing is left to drop.
 */
export class KeptForms<F extends {}> {
  #young = new WeakMap<CacheEntry, F>();
  #old: WeakMap<CacheEntry, F> | undefined;
  #isYoungUsed = false;
  #timer: NodeJS.Timeout | undefined;

  get(entry: CacheEntry): F | undefined {
    const young = this.#young.get(entry);
    if (young !== undefined || this.#old === undefined) return young;
    const old = this.#old.get(entry);
    if (old !== undefined) this.set(entry, old);
    return old;
  }

  /** Keeps a form, in place of what was kept for the entry before. */
  set(entry: CacheEntry, form: F): void {
    this.#young.set(entry, form);
    this.#isYoungUsed = true;
    this.#timer ??= setInterval(() => this.#age(), keptFor).unref();
  }

  #age(): void {
    this.#old = this.#isYoungUsed ? this.#young : undefined;
    this.#young = new WeakMap();
    this.#isYoungUsed = false;
    if (this.#old !== undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
