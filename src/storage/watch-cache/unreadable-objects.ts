import { OrderedTree } from '../../util/ordered-tree.ts';
import type { CorruptObjectError } from './entry.ts';
import type { Selection } from './selection.ts';

/** Objects that an error names at most. */
export const maxNamed = 100;

const none: readonly CorruptObjectError[] = [];

/** The keys of a resource type at which the store holds what cannot be read, and why, in key order. */
export class UnreadableObjects {
  #byKey: OrderedTree<CorruptObjectError> = OrderedTree.empty();

  get size(): number {
    return this.#byKey.size;
  }

  /** The objects as they are now: later changes do not show in it. */
  get byKey(): OrderedTree<CorruptObjectError> {
    return this.#byKey;
  }

  at(key: string): CorruptObjectError | undefined {
    return this.#byKey.size === 0 ? undefined : this.#byKey.get(key);
  }

  /** Whether there are some that could be decrypted with other keys. */
  get hasUndecryptable(): boolean {
    for (const { isUndecryptable } of this.#byKey.values()) if (isUndecryptable) return true;
    return false;
  }

  /**
   * The first ones that may belong to a selection, one more than an error names, among those that were so at a revision:
   * its keys are all that is known of them.
   */
  within(selection: Selection, revision = Number.POSITIVE_INFINITY): readonly CorruptObjectError[] {
    if (this.#byKey.size === 0) return none;
    const found: CorruptObjectError[] = [];
    const { from, to } = selection.range;
    for (const error of this.#byKey.values(from, to)) {
      if (error.revision > revision || !selection.mayMatch(error.key)) continue;
      found.push(error);
      if (found.length > maxNamed) break;
    }
    return found;
  }

  add(error: CorruptObjectError): void {
    this.#byKey = this.#byKey.set(error.key, error);
  }

  /** Whether it was there. */
  delete(key: string): boolean {
    if (this.at(key) === undefined) return false;
    this.#byKey = this.#byKey.delete(key);
    return true;
  }

  clear(): void {
    this.#byKey = OrderedTree.empty();
  }
}
