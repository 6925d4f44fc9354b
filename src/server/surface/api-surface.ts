import type { JsonSchema } from '../../api/schema/json-schema.ts';
import { apiVersionOf, type GroupVersionDefinition, type KindDefinition } from '../../api/schema/schema.ts';
import type { VersionCodec } from '../../registry/conversion/version-codec.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { ProtobufEntries } from '../encoding/protobuf-codec.ts';
import type { Deprecation } from './deprecation.ts';
import { compareVersions } from './version-order.ts';

/** A resource type in one of the versions in which it is served. */
export interface ServedResource {
  readonly definition: KindDefinition;
  readonly apiVersion: string;
  readonly resource: StoredResource;
  /** Its objects in this version. */
  readonly codec: VersionCodec;
  /** Its objects in Protobuf; undefined where they have no such form. */
  readonly protobuf: ProtobufEntries | undefined;
  /** The deprecation of this version, if it is deprecated. */
  readonly deprecation: Deprecation | undefined;
  /** The part that only custom resources have. */
  readonly custom?: CustomServing;
}

/** A custom resource, as far as requests for it are handled differently. */
export interface CustomServing {
  /** Resolves when its objects can be read and written as the verb wants. Rejects with a StatusError. */
  prepare(verb: string): Promise<void>;
  /**
   * Whatever it takes while its definition is being deleted: no creations (an apply may still create), or, in later
   * releases, no new objects.
   */
  readonly takes: 'all' | 'no creations' | 'no new objects';
  /** Version in which its objects are stored; undefined if that version is not served. */
  readonly storedVersion: Pick<KindDefinition, 'group' | 'version' | 'kind'> | undefined;
  /** The fields by which its objects can be selected: `spec.color`. */
  readonly selectable: readonly string[];
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

/** The group versions that discovery names at one time. */
class Announcements {
  /** The versions of each group, the preferred one first. */
  readonly byGroup: ReadonlyMap<string, readonly GroupVersionDefinition[]>;
  /** The named groups, the more important first. */
  readonly groups: readonly string[];

  constructor(versions: readonly GroupVersionDefinition[]) {
    const byGroup = Map.groupBy([...versions].sort(moreImportantFirst), ({ group }) => group);
    this.groups = [...byGroup.keys()].filter((group) => group !== '');
    for (const members of byGroup.values()) members.sort(preferredFirst);
    this.byGroup = byGroup;
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
 * The APIs served below /api and /apis: the built-in ones, and custom resources, which come and go. APIServices say
 * which of them discovery lists, and which APIs of extension servers; before those are known, it lists all.
 */
export class ApiSurface {
  readonly #builtIn: readonly ServedGroupVersion[];
  readonly #builtInGroups: ReadonlySet<string>;
  #custom: (() => readonly ServedGroupVersion[]) | undefined;
  #announce: Announce | undefined;
  /** By apiVersion; undefined after a change. */
  #served: ReadonlyMap<string, ServedGroupVersion> | undefined;
  /** Undefined after a change. */
  #announcements: Announcements | undefined;
  /** Counts changes of what is served. */
  revision = 0;

  constructor(groupVersions: readonly ServedGroupVersion[]) {
    this.#builtIn = groupVersions;
    this.#builtInGroups = new Set(groupVersions.map(({ definition }) => definition.group));
  }

  /** `custom` is asked for the custom group-versions when they are needed next. Groups that are built in stay so. */
  change(custom: () => readonly ServedGroupVersion[]): void {
    this.#custom = custom;
    this.#served = undefined;
    this.#announcements = undefined;
    this.revision++;
  }

  /** `announce` is asked for the versions that discovery names when they are needed next. */
  announce(announce: Announce): void {
    this.#announce = announce;
    this.announcementsChanged();
  }

  /** Other versions are to be announced than before. */
  announcementsChanged(): void {
    this.#announcements = undefined;
  }

  get #byVersion(): ReadonlyMap<string, ServedGroupVersion> {
    if (this.#served === undefined) {
      const custom = (this.#custom?.() ?? []).filter(
        ({ definition }) => !this.#builtInGroups.has(definition.group),
      );
      this.#served = new Map([...this.#builtIn, ...custom].map((one) => [one.apiVersion, one]));
    }
    return this.#served;
  }

  get #announced(): Announcements {
    if (this.#announcements === undefined) {
      const served = [...this.#byVersion.values()];
      const announced = this.#announce?.(served) ?? served.map(({ definition }) => definition);
      this.#announcements = new Announcements(announced);
    }
    return this.#announcements;
  }

  get groupVersions(): Iterable<ServedGroupVersion> {
    return this.#byVersion.values();
  }

  groupVersion(group: string, version: string): ServedGroupVersion | undefined {
    return this.#byVersion.get(apiVersionOf({ group, version }));
  }

  /** The versions of a group that are announced, the preferred one first; where none is, those served here. */
  versions(group: string): readonly GroupVersionDefinition[] {
    const found = this.#announced.byGroup.get(group);
    if (found !== undefined) return found;
    const served = [...this.#byVersion.values()].map(({ definition }) => definition);
    return served.filter((definition) => definition.group === group).sort(preferredFirst);
  }

  /** The named groups that are announced, the more important first. */
  get groups(): readonly string[] {
    return this.#announced.groups;
  }

  isBuiltIn(group: string): boolean {
    return this.#builtInGroups.has(group);
  }

  /** The versions that are built in. */
  get builtIn(): readonly ServedGroupVersion[] {
    return this.#builtIn;
  }

  /** The named groups that are built in. */
  get builtInGroups(): readonly string[] {
    return [...this.#builtInGroups].filter((group) => group !== '');
  }
}
