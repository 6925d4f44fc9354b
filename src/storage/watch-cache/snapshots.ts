import type { CacheTree } from './pages.ts';

/** Lists that are paged through at different revisions at the same time without working their states out anew. */
const maxSnapshots = 8;

/** Earlier states of a cache that pages of one list share, by revision: the ones that were used last. */
export class Snapshots {
  /** The one that was used last at the end. */
  readonly #byRevision = new Map<number, CacheTree>();

  /** The state of a revision, worked out by `make` where it is not known. */
  at(revision: number, make: () => CacheTree): CacheTree {
    const tree = this.#byRevision.get(revision) ?? make();
    this.#byRevision.delete(revision);
    this.#byRevision.set(revision, tree);
    if (this.#byRevision.size > maxSnapshots) this.#byRevision.delete(this.#byRevision.keys().next().value!);
    return tree;
  }

  clear(): void {
    this.#byRevision.clear();
  }
}
