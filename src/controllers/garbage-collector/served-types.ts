import {
  type DiscoveredResource,
  type DiscoveryResult,
  groupVersionOf,
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

  isServed(type: TypeName): boolean {
    return this.#byKind.has(keyOf(type));
  }

  /** Throws UnknownTypeError. */
  resourceOf(type: TypeName): DiscoveredResource {
    const resource = this.#byKind.get(keyOf(type));
    if (resource === undefined) throw new UnknownTypeError(type);
    return resource;
  }

  /** Returns whether anything is new. */
  update({ resources }: DiscoveryResult): boolean {
    const next = new Map<string, DiscoveredResource>();
    for (const resource of resources) {
      const key = keyOf({ apiVersion: groupVersionOf(resource), kind: resource.kind });
      // Of two types of one kind the first counts.
      if (!next.has(key)) next.set(key, resource);
    }
    const isNew = [...next.keys()].some((key) => !this.#byKind.has(key));
    this.#byKind = next;
    return isNew;
  }
}

/** The types whose objects the collector follows, each in one version and under one name. */
export function collectable(result: DiscoveryResult): DiscoveredResource[] {
  const followed = preferredResources(result).filter(
    ({ group, resource, verbs }) =>
      // Those of the core group are the same objects as those of their own group.
      !(group === '' && resource === 'events') && needed.every((verb) => verbs.includes(verb)),
  );
  // The group to which a type was moved comes after the one that it was in before: `ingresses` of two groups.
  const bySame = new Map(followed.map((type) => [type.storageVersionHash ?? keyOf(typeNameOf(type)), type]));
  return [...bySame.values()];
}

const typeNameOf = (type: DiscoveredResource): TypeName => ({
  apiVersion: groupVersionOf(type),
  kind: type.kind,
});

const keyOf = ({ apiVersion, kind }: TypeName): string => `${apiVersion}\0${kind}`;
