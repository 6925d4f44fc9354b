import type { Lister, Objects } from '../../api/meta/lister.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { type GroupResource, groupResourceText } from '../../api/meta/status.ts';

/**
 * The objects that one controller looks at, and of which types these are: until all of them are known, to the controller
 * they would look as if they were not there.
 */
export class SyncedObjects implements Objects {
  readonly #objects: Objects;
  readonly #listers = new Map<string, Lister<unknown>>();

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  lister<T = ApiObject>(type: GroupResource): Lister<T> {
    const lister = this.#objects.lister<T>(type);
    this.#listers.set(groupResourceText(type), lister);
    return lister;
  }

  /** Types that were asked for and are not known yet. */
  get unsynced(): string[] {
    return [...this.#listers].filter(([, { isSynced }]) => !isSynced).map(([name]) => name);
  }
}
