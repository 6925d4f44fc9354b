import type { ApiSurface, ServedGroupVersion, ServedResource } from '../../../server/surface/api-surface.ts';
import type { CacheEntry } from '../../../storage/watch-cache/entry.ts';
import type { ResourceCache } from '../../../storage/watch-cache/resource-cache.ts';
import { CustomResource, type CustomResourceDependencies } from './custom-resource.ts';

/** Priorities that discovery has before there are APIServices of custom resources. */
const groupPriority = 1000;
const versionPriority = 100;

/** Receives the versions that a definition serves, or would if it had its names. */
export type ObserveVersions = (
  definition: string,
  versions: readonly { group: string; version: string }[],
) => void;

/** The custom resources that the definitions in the store define, as they come, change and go. */
export class CustomResources implements Disposable {
  readonly #surface: ApiSurface;
  readonly #dependencies: CustomResourceDependencies;
  /** By the name of the definition. */
  readonly #resources = new Map<string, CustomResource>();
  /** The group-versions as they were last, by apiVersion: those that stay the same stay the same object. */
  #groupVersions = new Map<string, ServedGroupVersion>();
  readonly #stop: () => void;

  readonly #onVersions: ObserveVersions;

  /** `definitions`: the cache of CustomResourceDefinitions. */
  constructor(
    definitions: ResourceCache,
    surface: ApiSurface,
    dependencies: CustomResourceDependencies,
    onVersions: ObserveVersions,
  ) {
    this.#onVersions = onVersions;
    this.#surface = surface;
    this.#dependencies = dependencies;
    for (const entry of definitions.tree.values()) this.#take(undefined, entry);
    this.#stop = definitions.observe((before, after) => this.#take(before, after));
  }

  /** By the name of the definition. */
  of(name: string): CustomResource | undefined {
    return this.#resources.get(name);
  }

  get all(): Iterable<CustomResource> {
    return this.#resources.values();
  }

  [Symbol.dispose](): void {
    this.#stop();
    for (const resource of this.#resources.values()) resource[Symbol.dispose]();
  }

  #take(before: CacheEntry | undefined, after: CacheEntry | undefined): void {
    const { name } = (after ?? before)!;
    const known = this.#resources.get(name);
    if (after === undefined) {
      known?.[Symbol.dispose]();
      this.#resources.delete(name);
    } else {
      this.#resources.set(name, new CustomResource(after, known, this.#dependencies));
    }
    this.#surface.change(() => this.#servedVersions());
    const resource = this.#resources.get(name);
    const versions = [...(resource?.served.keys() ?? [])];
    this.#onVersions(
      name,
      versions.map((version) => ({ group: resource!.group, version })),
    );
  }

  #servedVersions(): ServedGroupVersion[] {
    const byVersion = new Map<string, ServedResource[]>();
    for (const { isServed, served } of this.#resources.values()) {
      if (!isServed) continue;
      for (const one of served.values()) {
        const others = byVersion.get(one.apiVersion);
        if (others === undefined) byVersion.set(one.apiVersion, [one]);
        else others.push(one);
      }
    }
    const next = new Map<string, ServedGroupVersion>();
    for (const [apiVersion, members] of byVersion)
      next.set(apiVersion, this.#groupVersion(apiVersion, members));
    this.#groupVersions = next;
    return [...next.values()];
  }

  #groupVersion(apiVersion: string, members: readonly ServedResource[]): ServedGroupVersion {
    const known = this.#groupVersions.get(apiVersion);
    const [{ definition }] = members as [ServedResource];
    const isSame =
      known?.resources.size === members.length &&
      members.every((member) => known.resources.get(member.definition.plural) === member);
    if (isSame) return known;
    const { group, version } = definition;
    return {
      definition: { group, version, groupPriority, versionPriority },
      apiVersion,
      resources: new Map(members.map((member) => [member.definition.plural, member])),
      isCustom: true,
    };
  }
}
