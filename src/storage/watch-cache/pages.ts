import type { OrderedTree } from '../../util/ordered-tree.ts';
import { Pacer } from '../../util/pacer.ts';
import type { CacheEntry } from './entry.ts';
import type { Selection } from './selection.ts';

/** A state of a resource type, by key. */
export type CacheTree = OrderedTree<CacheEntry>;

export interface PageQuery {
  selection: Selection;
  /** 0: no limit. */
  limit: number;
  /** First key, when that is not the first of all. */
  startKey?: string | undefined;
}

/** A page of a list, all of one revision. */
export interface Page {
  revision: number;
  entries: CacheEntry[];
  /** Whether entries of the selection's range follow that were not looked at. */
  more: boolean;
  /** With more: how many keys of the range follow. */
  remaining: number;
  /** Number of entries that were looked at; undefined where that is not counted. */
  seen?: number;
  /** The index that the entries were looked up in. */
  index?: string | undefined;
}

/** Entries among which all selected ones of a tree are, where an index knows; in no order. */
export type Indexed = (tree: CacheTree, selection: Selection) => ReadonlyMap<string, CacheEntry> | undefined;

interface LookUp {
  readonly found: Iterable<CacheEntry>;
  /** The way in which they were looked up, in words of the server: keys of labels are words of clients. */
  readonly index?: string;
}

/** Reads the entries of a selection from a state of a resource type. */
export class PageReader {
  readonly #indexed: Indexed;

  constructor(indexed: Indexed) {
    this.#indexed = indexed;
  }

  /**
   * Entries of a selection in key order: from `startKey` on (the first key when undefined), at most `limit`
   * (all when 0) of them.
   */
  page(tree: CacheTree, revision: number, query: PageQuery): Page {
    const reading = this.#read(tree, revision, query);
    for (;;) {
      const step = reading.next();
      if (step.done) return step.value;
    }
  }

  /** The same, and lets other requests run when there are many entries, or each takes long to look at. */
  async pageInSlices(
    tree: CacheTree,
    revision: number,
    query: PageQuery,
    pacer = new Pacer(),
  ): Promise<Page> {
    const reading = this.#read(tree, revision, query, pacer);
    for (;;) {
      const next = reading.next();
      if (next.done) return next.value;
      await pacer.turn();
    }
  }

  /** Yields to the event loop when the time slice is over. */
  *#read(tree: CacheTree, revision: number, query: PageQuery, pacer?: Pacer): Generator<void, Page> {
    const { selection, limit, startKey } = query;
    const { isWhole } = selection;
    const { from, to } = selection.range;
    const start = startKey !== undefined && startKey > from ? startKey : from;
    const wanted = limit === 0 ? Number.POSITIVE_INFINITY : limit;
    const entries: CacheEntry[] = [];
    let seen = 0;
    const { found, index } = this.#lookUp(tree, selection, start, to);
    for (const entry of found) {
      if (pacer?.isDue(1)) yield;
      seen++;
      if (!isWhole && !selection.matches(entry)) continue;
      if (entries.length === wanted) {
        const next = entries.at(-1)!.key;
        return {
          revision,
          entries,
          more: true,
          remaining: tree.count(next, to ?? '\uffff') - 1,
          seen,
          index,
        };
      }
      entries.push(entry);
    }
    return { revision, entries, more: false, remaining: 0, seen, index };
  }

  /** The entries in a range among which all selected ones are, in order. They may be looked at later. */
  candidates(
    tree: CacheTree,
    selection: Selection,
    from: string,
    to: string | undefined,
  ): Iterable<CacheEntry> {
    return this.#lookUp(tree, selection, from, to).found;
  }

  #lookUp(tree: CacheTree, selection: Selection, from: string, to: string | undefined): LookUp {
    if (selection.isWhole) return { found: tree.values(from, to) };
    // Other characters are not in keys as they are in names.
    if (selection.name !== undefined && /^[\x21-\x7e]*$/.test(selection.name)) {
      const key = selection.namespace === '' ? selection.name : `${selection.namespace}/${selection.name}`;
      const entry = tree.get(key);
      const index = 'name';
      if (entry !== undefined) return { found: key >= from ? [entry] : [], index };
      if (selection.namespace !== '') return { found: [], index };
    }
    const indexed = this.#indexed(tree, selection);
    if (indexed === undefined) return { found: tree.values(from, to) };
    const found = [...indexed.values()]
      .filter(({ key }) => key >= from && (to === undefined || key < to))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    return { found, index: 'fields and labels' };
  }
}
