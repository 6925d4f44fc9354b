import { equalValues, isMap, setValue } from '../api/json/json-values.ts';

/** Values of an object that is copied and compared: some 1 ms for each plugin that is asked. */
const maxValues = 20_000;

/** A copy of an object, to find out what a plugin or webhook changes in it. */
export class Snapshot {
  /** Whether the object has more values than are compared, and its changes are not found. */
  isTooLarge = false;
  #value: unknown;

  constructor(object: unknown) {
    this.#value = this.#copy(object);
  }

  /** The object before and after, if it has changed since the last time; now is the new before. */
  changeOf(object: unknown): { before: unknown; after: unknown } | undefined {
    if (this.isTooLarge || equalValues(this.#value, object)) return undefined;
    const before = this.#value;
    const after = this.#copy(object);
    if (this.isTooLarge) return undefined;
    this.#value = after;
    return { before, after };
  }

  #copy(object: unknown): unknown {
    let left = maxValues;
    const copy = (value: unknown): unknown => {
      if (--left < 0) return undefined;
      if (Array.isArray(value)) return value.map(copy);
      if (!isMap(value)) return value;
      const result = {};
      for (const [key, inner] of Object.entries(value)) setValue(result, key, copy(inner));
      return result;
    };
    const copied = copy(object);
    if (left < 0) this.isTooLarge = true;
    return copied;
  }
}
