/** The keys of objects by the value of one field; objects without a value are not in it. */
export class FieldIndex {
  readonly #read: (object: object) => string;
  readonly #keys = new Map<string, Set<string>>();

  constructor(read: (object: object) => string) {
    this.#read = read;
  }

  /** Sorted. */
  keys(value: string): readonly string[] {
    return [...(this.#keys.get(value) ?? [])].sort();
  }

  add(key: string, object: object): void {
    const value = this.#read(object);
    if (value === '') return;
    const keys = this.#keys.get(value);
    if (keys === undefined) this.#keys.set(value, new Set([key]));
    else keys.add(key);
  }

  remove(key: string, object: object): void {
    const value = this.#read(object);
    const keys = this.#keys.get(value);
    if (keys?.delete(key) && keys.size === 0) this.#keys.delete(value);
  }
}
