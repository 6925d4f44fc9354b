import type { CacheEntry, Fields, Labels } from './entry.ts';
import type { Selection } from './selection.ts';

type Bucket = Map<string, CacheEntry>;

const maxLabelKeys = 32;

/** Labels of one selector that are looked up: an index of a label key takes a walk over all entries. */
const maxLookups = 4;

/**
 * Entries of the newest state by the value of a field or label, so that a list by `spec.nodeName` or by a
 * label costs what it returns, not what is stored. Fields are indexed from the start; a label key is indexed
 * from the first selector on that asks for it to have a value.
 */
export class IndexSet {
  readonly #fieldNames: readonly string[];
  readonly #fields = new Map<string, Map<string, Bucket>>();
  /** In the order of their last use. */
  readonly #labels = new Map<string, Map<string, Bucket>>();

  constructor(fieldNames: readonly string[]) {
    this.#fieldNames = fieldNames;
    for (const name of fieldNames) this.#fields.set(name, new Map());
  }

  update(previous: CacheEntry | undefined, entry: CacheEntry | undefined): void {
    for (const [name, index] of this.#fields)
      replace(index, previous, previous?.fields[name], entry, entry?.fields[name]);
    for (const [key, index] of this.#labels) {
      replace(index, previous, valueFor(previous?.labels, key), entry, valueFor(entry?.labels, key));
    }
  }

  clear(): void {
    for (const index of this.#fields.values()) index.clear();
    this.#labels.clear();
  }

  /**
   * Entries among which all selected ones are, in no order; undefined when no index helps. `all` gives every
   * entry of the newest state, for a label key that is asked for the first time; `size` is their number.
   */
  candidates(selection: Selection, all: () => Iterable<CacheEntry>, size: number): Bucket | undefined {
    let best: Bucket | undefined;
    for (const name of this.#fieldNames) {
      const value = selection.fields?.exactValue(name);
      if (value) best = smaller(best, this.#fields.get(name)!.get(value) ?? new Map());
    }
    for (const [key, value] of (selection.labels?.exactPairs() ?? []).slice(0, maxLookups)) {
      best = smaller(best, this.#labelIndex(key, all).get(value) ?? new Map());
    }
    // Putting many candidates in order costs more than walking past those that do not match.
    return best !== undefined && best.size * 4 <= size + 64 ? best : undefined;
  }

  #labelIndex(key: string, all: () => Iterable<CacheEntry>): Map<string, Bucket> {
    const known = this.#labels.get(key);
    const index = known ?? new Map<string, Bucket>();
    if (known === undefined) {
      for (const entry of all()) replace(index, undefined, undefined, entry, valueFor(entry.labels, key));
    }
    this.#labels.delete(key);
    this.#labels.set(key, index);
    if (this.#labels.size > maxLabelKeys) this.#labels.delete(this.#labels.keys().next().value!);
    return index;
  }
}

/** Labels are data: a key may be the name of something that every object inherits. */
export function valueFor(values: Labels | Fields | undefined, key: string): string | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}

function smaller(a: Bucket | undefined, b: Bucket): Bucket {
  return a === undefined || b.size < a.size ? b : a;
}

function replace(
  index: Map<string, Bucket>,
  previous: CacheEntry | undefined,
  oldValue: string | undefined,
  entry: CacheEntry | undefined,
  newValue: string | undefined,
): void {
  if (oldValue !== undefined && oldValue !== newValue) {
    const bucket = index.get(oldValue);
    bucket?.delete(previous!.key);
    if (bucket?.size === 0) index.delete(oldValue);
  }
  if (newValue === undefined) return;
  let bucket = index.get(newValue);
  if (bucket === undefined) index.set(newValue, (bucket = new Map()));
  bucket.set(entry!.key, entry!);
}
