import type { Versions } from '../descriptor.ts';
import type { WriteTarget } from '../plugin.ts';
import type { RuledTarget } from './rules.ts';

/** More sorts of requests than there are are not kept: resource types come and go. */
const maxTargets = 10_000;

/**
 * The candidates for each sort of request (its operation, resource and whether it is in a namespace), worked out once
 * and kept until `clear`, or until a resource type comes or goes.
 */
export class TargetCache<T> {
  readonly #versions: Versions;
  readonly #find: (target: RuledTarget) => readonly T[];
  readonly #known = new Map<string, readonly T[]>();
  #versionsRevision = 0;

  constructor(versions: Versions, find: (target: RuledTarget) => readonly T[]) {
    this.#versions = versions;
    this.#find = find;
  }

  clear(): void {
    this.#known.clear();
  }

  of(written: WriteTarget): readonly T[] {
    if (this.#versionsRevision !== this.#versions.revision) {
      this.#known.clear();
      this.#versionsRevision = this.#versions.revision;
    }
    const target = ruledTarget(written);
    const { operation, group, version, resource, subresource, isNamespaced } = target;
    const key = `${operation} ${group} ${version} ${resource} ${subresource} ${isNamespaced}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#find(target);
    if (this.#known.size >= maxTargets) this.#known.clear();
    this.#known.set(key, found);
    return found;
  }
}

/** The part of a request that rules look at. */
export function ruledTarget(written: WriteTarget): RuledTarget {
  const { operation, group, version, resource, subresource, namespace } = written;
  const isNamespaced = namespace !== '' && !(group === '' && resource === 'namespaces');
  return { operation, group, version, resource, subresource, isNamespaced };
}
