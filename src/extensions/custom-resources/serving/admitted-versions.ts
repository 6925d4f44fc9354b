import type { ServedVersion, Versions } from '../../../admission/descriptor.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { ApiSurface, ServedResource } from '../../../server/surface/api-surface.ts';
import { inVersion } from '../storage/sibling-version.ts';
import type { CustomResources } from './custom-resources.ts';

/**
 * The versions of custom resources, for webhooks that want to see an object in another one than that of the request. As
 * if versions differed by their name and schema alone.
 */
export class AdmittedVersions implements Pick<Versions, 'of' | 'revision'> {
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
    fromStored: (stored) => inVersion(stored, definition),
    shape: (value) => inVersion(value as ApiObject, definition),
    toStored: (object, requested) => {
      const { codec, definition: target } = served.get(requested)!;
      return codec.toStored(inVersion(object, target));
    },
  };
}
