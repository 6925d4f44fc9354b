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

/** A custom resource, as far as requests for it are handled differently. */
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

/** The versions that discovery names, given those that are served here. */
type Announce = (served: readonly ServedGroupVersion[]) => readonly GroupVersionDefinition[];

/** A snapshot of the group versions that are served and announced below /api and /apis. */
class Surface {
  readonly byVersion: ReadonlyMap<string, ServedGroupVersion>;
  /** The versions of each group that are announced, the preferred one first. */
  readonly announced: ReadonlyMap<string, readonly GroupVersionDefinition[]>;
  /** The named groups that are announced, the more important first. */
  readonly groups: readonly string[];

  constructor(groupVersions: readonly ServedGroupVersion[], announced: readonly GroupVersionDefinition[]) {
    this.byVersion = new Map(groupVersions.map((groupVersion) => [groupVersion.apiVersion, groupVersion]));
    const byGroup = Map.groupBy([...announced].sort(moreImportantFirst), ({ group }) => group);
    this.groups = [...byGroup.keys()].filter((group) => group !== '');
    for (const versions of byGroup.values()) versions.sort(preferredFirst);
    this.announced = byGroup;
  }
}

/** Among equals by the names of APIServices: `v1.b.example` before `v2.a.example`. */
function moreImportantFirst(a: GroupVersionDefinition, b: GroupVersionDefinition): number {
  const names = [`${a.version}.${a.group}`, `${b.version}.${b.group}`] as const;
  return b.groupPriority - a.groupPriority || (names[0] < names[1] ? -1 : 1);
}

const preferredFirst = (a: GroupVersionDefinition, b: GroupVersionDefinition): number =>
  b.versionPriority - a.versionPriority || compareVersions(a.version, b.version);

/**
 * All that is served below /api and /apis: what is built in, and custom resources, which come and go. What of it is
 * announced, and which APIs of other servers are, APIServices say; before those are known, all of it is.
 */
export class ApiSurface {
  readonly #builtIn: readonly ServedGroupVersion[];
  readonly #builtInGroups: ReadonlySet<string>;
  #custom: (() => readonly ServedGroupVersion[]) | undefined;
  #announced: Announce | undefined;
  #current: Surface | undefined;
  /** Counts changes of what is served. */
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

  /** `announced` is asked for the versions that discovery names when they are needed next. */
  announce(announced: Announce): void {
    this.#announced = announced;
    this.announcementsChanged();
  }

  /** Other versions are to be announced than before. */
  announcementsChanged(): void {
    this.#current = undefined;
  }

  get #surface(): Surface {
    if (this.#current === undefined) {
      const custom = (this.#custom?.() ?? []).filter(
        ({ definition }) => !this.#builtInGroups.has(definition.group),
      );
      const served = [...this.#builtIn, ...custom];
      const announced = this.#announced?.(served) ?? served.map(({ definition }) => definition);
      this.#current = new Surface(served, announced);
    }
    return this.#current;
  }

  get groupVersions(): Iterable<ServedGroupVersion> {
    return this.#surface.byVersion.values();
  }

  groupVersion(group: string, version: string): ServedGroupVersion | undefined {
    return this.#surface.byVersion.get(apiVersionOf({ group, version }));
  }

  /** The versions of a group that are announced, the preferred one first; where none is, those served here. */
  versions(group: string): readonly GroupVersionDefinition[] {
    const { announced, byVersion } = this.#surface;
    const found = announced.get(group);
    if (found !== undefined) return found;
    const served = [...byVersion.values()].map(({ definition }) => definition);
    return served.filter((definition) => definition.group === group).sort(preferredFirst);
  }

  /** The named groups that are announced, the more important first. */
  get groups(): readonly string[] {
    return this.#surface.groups;
  }

  isBuiltIn(group: string): boolean {
    return this.#builtInGroups.has(group);
  }

  /** The versions that are built in. */
  get builtIn(): readonly ServedGroupVersion[] {
    return this.#builtIn;
  }

  /** The named groups that are built in. */
  get builtInGroups(): Iterable<string> {
    return [...this.#builtInGroups].filter((group) => group !== '');
  }
}
