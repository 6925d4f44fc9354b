import { apiVersionOf, type GroupVersionDefinition, type KindDefinition } from '../../api/schema/schema.ts';
import type { VersionCodec } from '../../registry/conversion/version-codec.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { ProtobufEntries } from '../representation/protobuf-codec.ts';
import type { Deprecation } from './deprecation.ts';

/** A resource type in one of the versions in which it is served. */
export interface ServedResource {
  readonly definition: KindDefinition;
  readonly apiVersion: string;
  readonly resource: StoredResource;
  /** Its objects in this version. */
  readonly form: VersionCodec;
  /** Its objects in Protobuf; undefined where they have no such form. */
  readonly protobuf: ProtobufEntries | undefined;
  /** The deprecation of this version, if it is deprecated. */
  readonly deprecation: Deprecation | undefined;
}

/** One group-version that is served, its resource types by name. */
export interface ServedGroupVersion {
  readonly definition: GroupVersionDefinition;
  readonly apiVersion: string;
  readonly resources: ReadonlyMap<string, ServedResource>;
}

/** All that is served below /api and /apis. Replaced as a whole when it changes. */
export class ApiSurface {
  readonly #byVersion: ReadonlyMap<string, ServedGroupVersion>;

  constructor(groupVersions: readonly ServedGroupVersion[]) {
    this.#byVersion = new Map(groupVersions.map((groupVersion) => [groupVersion.apiVersion, groupVersion]));
  }

  get groupVersions(): Iterable<ServedGroupVersion> {
    return this.#byVersion.values();
  }

  groupVersion(group: string, version: string): ServedGroupVersion | undefined {
    return this.#byVersion.get(apiVersionOf({ group, version }));
  }

  /** The group-versions of a group, the preferred one first. */
  group(group: string): ServedGroupVersion[] {
    return [...this.#byVersion.values()]
      .filter(({ definition }) => definition.group === group)
      .sort((a, b) => b.definition.versionPriority - a.definition.versionPriority);
  }

  /** The named groups, the more important first. */
  get groups(): string[] {
    const priorities = new Map<string, number>();
    for (const { definition } of this.#byVersion.values()) {
      if (definition.group !== '') priorities.set(definition.group, definition.groupPriority);
    }
    return [...priorities]
      .sort(([aName, a], [bName, b]) => b - a || (aName < bName ? -1 : 1))
      .map(([name]) => name);
  }
}
