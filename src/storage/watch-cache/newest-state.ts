import { OrderedTree } from '../../util/ordered-tree.ts';
import type { CacheEntry } from './entry.ts';
import { IndexSet } from './index-set.ts';
import type { CacheTree } from './pages.ts';
import type { Selection } from './selection.ts';
import { UnplacedObjects } from './unplaced-objects.ts';

/** The newest state of a resource type: the tree, which every change replaces, and what is kept of it to find entries. */
export class NewestState {
  readonly #indexes: IndexSet;
  readonly #unplaced: UnplacedObjects;
  #tree: CacheTree = OrderedTree.empty();
  #bytes = 0;

  constructor(indexedFields: readonly string[], tellUnplaced: ((key: string) => void) | undefined) {
    this.#indexes = new IndexSet(indexedFields);
    this.#unplaced = new UnplacedObjects(tellUnplaced);
  }

  get tree(): CacheTree {
    return this.#tree;
  }

  /** Bytes of all objects. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Number of objects that lack their own name or namespace. */
  get unplaced(): number {
    return this.#unplaced.size;
  }

  /** Takes these in place of everything, in key order. */
  load(entries: readonly CacheEntry[]): void {
    this.#tree = OrderedTree.fromSorted(
      entries.map(({ key }) => key),
      entries,
    );
    this.#indexes.clear();
    this.#unplaced.clear();
    for (const entry of entries) {
      this.#indexes.update(undefined, entry);
      this.#unplaced.update(entry.key, entry);
    }
    this.#bytes = entries.reduce((sum, { json }) => sum + json.length, 0);
  }

  /** Takes one object as it is now, undefined when it is gone, in place of what was shown until now. */
  replace(key: string, previous: CacheEntry | undefined, entry: CacheEntry | undefined): void {
    this.#tree = entry === undefined ? this.#tree.delete(key) : this.#tree.set(key, entry);
    this.#bytes += (entry?.json.length ?? 0) - (previous?.json.length ?? 0);
    this.#indexes.update(previous, entry);
    this.#unplaced.update(key, entry);
  }

  /** Shows what stands for an object that cannot be read, to those who look into the tree: no index finds it. */
  showStandIn(entry: CacheEntry): void {
    this.#tree = this.#tree.set(entry.key, entry);
  }

  /** Entries of this tree among which all selected ones are; undefined when no index helps, or it is no longer the newest. */
  candidates(tree: CacheTree, selection: Selection): ReadonlyMap<string, CacheEntry> | undefined {
    return tree === this.#tree
      ? this.#indexes.candidates(selection, () => tree.values(), tree.size)
      : undefined;
  }
}
