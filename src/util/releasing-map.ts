/** Holds a value of the map, and nothing once that is removed. */
interface Slot<V> {
  value: V | undefined;
}

/**
 * A map of what comes and goes with each request: it lets go of a value as soon as that is removed.
 *
 * A Map does not. When it makes a new table, of which deletions alone are cause enough, the table before keeps all that
 * was in it and points to the new one. Once such a table is old to the collector, it keeps every later table of the map
 * from the collection of young objects, and whole requests with them, until old ones are collected (measured: 34 KB of
 * each create became old, which took a tenth of its CPU, and a fifth of that of a patch). Here only tables and empty slots
 * do. Keys are kept as those of a Map are: they are primitive, or live long themselves.
 */
export class ReleasingMap<K, V extends {}> {
  readonly #slots = new Map<K, Slot<V>>();

  get size(): number {
    return this.#slots.size;
  }

  get(key: K): V | undefined {
    return this.#slots.get(key)?.value;
  }

  /** A key that was there keeps its place in the order. */
  set(key: K, value: V): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) this.#slots.set(key, { value });
    else slot.value = value;
  }

  /** Whether the key was there. */
  delete(key: K): boolean {
    const slot = this.#slots.get(key);
    if (slot !== undefined) slot.value = undefined;
    return this.#slots.delete(key);
  }

  clear(): void {
    for (const slot of this.#slots.values()) slot.value = undefined;
    this.#slots.clear();
  }

  /** In the order in which their keys were set; what is removed or added meanwhile is skipped or met, as in a Map. */
  *values(): Generator<V, void, undefined> {
    for (const { value } of this.#slots.values()) yield value!;
  }
}
