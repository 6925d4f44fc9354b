import type { KindObjects, ServedVersion, Versions } from '../../../admission/descriptor.ts';
import type { AdmissionAttributes } from '../../../admission/plugin.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { decodePlaced } from '../../../registry/conversion/object-codec.ts';
import type { ApiSurface, ServedResource } from '../../../server/surface/api-surface.ts';
import { relativeKey } from '../../../storage/keys.ts';
import type { CacheEntry } from '../../../storage/watch-cache/entry.ts';
import { inVersion } from '../storage/sibling-version.ts';
import type { CustomResources } from './custom-resources.ts';

/**
 * The versions of custom resources, for webhooks that want to see an object in another one than that of the request, as
 * if versions differed by their name and schema alone; and their objects, for policies that have them as parameters.
 */
export class AdmittedVersions implements Pick<Versions, 'of' | 'ofKind' | 'revision'> {
  readonly #surface: ApiSurface;
  readonly #resources: CustomResources;

  constructor(surface: ApiSurface, resources: CustomResources) {
    this.#surface = surface;
    this.#resources = resources;
  }

  get revision(): number {
    return this.#surface.revision;
  }

  of(group: string, resource: string): readonly ServedVersion[] {
    const served = this.#resources.of(`${resource}.${group}`)?.served;
    return served === undefined ? [] : Array.from(served.values(), (one) => admitted(one, served));
  }

  ofKind({ group, version, kind }: AdmissionAttributes['kind']): KindObjects | undefined {
    for (const { group: own, isServed, served } of this.#resources.all) {
      const found = own === group && isServed ? served.get(version) : undefined;
      if (found?.definition.kind === kind) return new CustomObjects(found);
    }
    return undefined;
  }
}

/** The objects of a custom resource, from the cache of one of its versions. */
class CustomObjects implements KindObjects {
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly #served: ServedResource;

  constructor(served: ServedResource) {
    this.resource = served.definition.plural;
    this.isNamespaced = served.definition.namespaced;
    this.#served = served;
  }

  async ready(): Promise<void> {
    await this.#served.custom!.prepare('list');
  }

  get(namespace: string, name: string): ApiObject | undefined {
    const entry = this.#served.resource.cache.lastKnown(relativeKey(namespace, name));
    return entry && this.#object(entry);
  }

  list(namespace: string): readonly ApiObject[] {
    const { tree } = this.#served.resource.cache;
    const entries = namespace === '' ? tree.values() : tree.values(`${namespace}/`, `${namespace}0`);
    return Array.from(entries, (entry) => this.#object(entry));
  }

  #object(entry: CacheEntry): ApiObject {
    return inVersion(decodePlaced(entry) as ApiObject, this.#served.definition);
  }
}

function admitted(
  { definition }: ServedResource,
  served: ReadonlyMap<string, ServedResource>,
): ServedVersion {
  const { group, version, plural, kind } = definition;
  return {
    group,
    version,
    resource: plural,
    kind,
    schema: definition.schema,
    isStored: false,
    fromStored: (stored) => inVersion(stored, definition),
    shape: (value) => inVersion(value as ApiObject, definition),
    toStored: (object, requested) => {
      const { codec, definition: target } = served.get(requested)!;
      return codec.toStored(inVersion(object, target));
    },
  };
}
