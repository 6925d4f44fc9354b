import { apiVersionOf, type GroupVersionDefinition, type KindDefinition } from '../../api/schema/schema.ts';
import type { JsonSchema } from '../../api/structural-schema/json-schema.ts';
import type { VersionCodec } from '../../registry/conversion/version-codec.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { ProtobufEntries } from '../representation/protobuf-codec.ts';
import type { Deprecation } from './deprecation.ts';
import { compareVersions } from './version-order.ts';

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
  /** Of a custom resource. */
  readonly custom?: CustomServing;
}

/** A custom resource, as far as requests for it differ from others. */
export interface CustomServing {
  /** Resolves when its objects can be read and written as the verb wants. Rejects with a StatusError. */
  prepare(verb: string): Promise<void>;
  /** Its definition is being deleted. */
  readonly isTerminating: boolean;
  /** In which its objects are stored; undefined if that version is not served. */
  readonly storedVersion: Pick<KindDefinition, 'group' | 'version' | 'kind'> | undefined;
  /** Read anew at each call; undefined where nothing can be said about its objects. */
  schema(): JsonSchema | undefined;
}

/** One group-version that is served, its resource types by name. */
export interface ServedGroupVersion {
  readonly definition: GroupVersionDefinition;
  readonly apiVersion: string;
  readonly resources: ReadonlyMap<string, ServedResource>;
  /** Its resources are custom ones. */
  readonly isCustom?: boolean;
}

/** What is served below /api and /apis at one time. */
class Surface {
  readonly byVersion: ReadonlyMap<string, ServedGroupVersion>;
  /** The group-versions of each group, the preferred one first. */
  readonly byGroup: ReadonlyMap<string, readonly ServedGroupVersion[]>;
  /** The named groups, the more important first. */
  readonly groups: readonly string[];

  constructor(groupVersions: readonly ServedGroupVersion[]) {
    this.byVersion = new Map(groupVersions.map((groupVersion) => [groupVersion.apiVersion, groupVersion]));
    this.byGroup = Map.groupBy(groupVersions, ({ definition }) => definition.group);
    for (const versions of this.byGroup.values()) (versions as ServedGroupVersion[]).sort(preferredFirst);
    const priority = (group: string): number => this.byGroup.get(group)![0]!.definition.groupPriority;
    this.groups = [...this.byGroup.keys()]
      .filter((group) => group !== '')
      .sort((a, b) => priority(b) - priority(a) || (a < b ? -1 : 1));
  }
}

const preferredFirst = (
  { definition: a }: ServedGroupVersion,
  { definition: b }: ServedGroupVersion,
): number => b.versionPriority - a.versionPriority || compareVersions(a.version, b.version);

/** All that is served below /api and /apis: what is built in, and custom resources, which come and go. */
export class ApiSurface {
  readonly #builtIn: readonly ServedGroupVersion[];
  readonly #builtInGroups: ReadonlySet<string>;
  #custom: (() => readonly ServedGroupVersion[]) | undefined;
  #current: Surface | undefined;
  /** Counts changes. */
  revision = 0;

  constructor(groupVersions: readonly ServedGroupVersion[]) {
    this.#builtIn = groupVersions;
    this.#builtInGroups = new Set(groupVersions.map(({ definition }) => definition.group));
  }

  /** `custom` is asked for the custom group-versions when they are needed next. Groups that are built in stay so. */
  change(custom: () => readonly ServedGroupVersion[]): void {
    this.#custom = custom;
    this.#current = undefined;
    this.revision++;
  }

  get #surface(): Surface {
    if (this.#current === undefined) {
      const custom = (this.#custom?.() ?? []).filter(
        ({ definition }) => !this.#builtInGroups.has(definition.group),
      );
      this.#current = new Surface([...this.#builtIn, ...custom]);
    }
    return this.#current;
  }

  get groupVersions(): Iterable<ServedGroupVersion> {
    return this.#surface.byVersion.values();
  }

  groupVersion(group: string, version: string): ServedGroupVersion | undefined {
    return this.#surface.byVersion.get(apiVersionOf({ group, version }));
  }

  /** The group-versions of a group, the preferred one first. */
  group(group: string): readonly ServedGroupVersion[] {
    return this.#surface.byGroup.get(group) ?? [];
  }

  /** The named groups, the more important first. */
  get groups(): readonly string[] {
    return this.#surface.groups;
  }

  isBuiltIn(group: string): boolean {
    return this.#builtInGroups.has(group);
  }
}
