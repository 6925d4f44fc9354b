import {
  type DiscoveredResource,
  type DiscoveryResult,
  preferredResources,
} from '../../client/api/discovery.ts';
import type { TypeName } from './graph/coordinates.ts';

/** No resource type is known that has objects of this kind: it may be served later. */
export class UnknownTypeError extends Error {
  constructor({ apiVersion, kind }: TypeName) {
    super(`unable to get REST mapping for ${apiVersion}/${kind}.`);
    this.name = 'UnknownTypeError';
  }
}

/** Verbs without which the objects of a type cannot be followed and deleted. */
const needed = ['delete', 'list', 'watch'];

/** The resource types that the server serves, by the kinds that references name. */
export class ServedTypes {
  #byKind = new Map<string, DiscoveredResource>();

  /** Throws UnknownTypeError. */
  resourceOf(type: TypeName): DiscoveredResource {
    const resource = this.#byKind.get(keyOf(type));
    if (resource === undefined) throw new UnknownTypeError(type);
    return resource;
  }

  /** What a group version had that cannot be read now stays. Returns whether anything is new. */
  update({ resources, failures }: DiscoveryResult): boolean {
    const next = new Map<string, DiscoveredResource>();
    for (const [key, resource] of this.#byKind) {
      if (failures.has(apiVersionOf(resource))) next.set(key, resource);
    }
    for (const resource of resources) {
      const key = keyOf({ apiVersion: apiVersionOf(resource), kind: resource.kind });
      // Of two types of one kind the first counts.
      if (!next.has(key)) next.set(key, resource);
    }
    const isNew = [...next.keys()].some((key) => !this.#byKind.has(key));
    this.#byKind = next;
    return isNew;
  }
}

/** One version of each type whose objects the collector follows. */
export const collectable = (result: DiscoveryResult): DiscoveredResource[] =>
  preferredResources(result).filter(
    ({ group, resource, verbs }) =>
      // Those of the core group are the same objects as those of their own group.
      !(group === '' && resource === 'events') && needed.every((verb) => verbs.includes(verb)),
  );

export const apiVersionOf = ({ group, version }: Pick<DiscoveredResource, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`;

const keyOf = ({ apiVersion, kind }: TypeName): string => `${apiVersion}\0${kind}`;
