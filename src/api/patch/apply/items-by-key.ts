import { type Interruptible, Stops } from '../../../util/slices.ts';
import { type AssociativeList, pathElementOf } from './typed-schema.ts';

/** The items of a list; no two have a key in common, unless the list has a problem. */
export class ItemsByKey {
  readonly first = new Map<string, unknown>();
  /** All that have the key of another one. */
  readonly repeated = new Map<string, unknown[]>();

  static *of(list: unknown[], typed: AssociativeList): Interruptible<ItemsByKey> {
    const items = new ItemsByKey();
    const stops = new Stops();
    for (const item of list) {
      items.#add(pathElementOf(item, typed), item);
      if (stops.due()) yield;
    }
    return items;
  }

  #add(key: string, item: unknown): void {
    const known = this.repeated.get(key);
    if (known !== undefined) known.push(item);
    else if (this.first.has(key)) this.repeated.set(key, [this.first.get(key), item]);
    else this.first.set(key, item);
  }

  all(key: string): unknown[] {
    return this.repeated.get(key) ?? (this.first.has(key) ? [this.first.get(key)] : []);
  }
}
