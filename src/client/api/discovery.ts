import { Pacer } from '../../util/pacer.ts';
import { Semaphore } from '../../util/semaphore.ts';
import { Fields } from '../fields.ts';
import { parseForeign } from '../foreign-json.ts';
import type { ApiCaller } from './api-call.ts';
import { isAnswer } from './api-error.ts';
import type { ResourceType } from './resource-client.ts';

/** A resource type in one of the versions in which it is served. */
export interface DiscoveredResource extends ResourceType {
  kind: string;
  namespaced: boolean;
  verbs: readonly string[];
  /** Whether the version is the preferred one of its group. */
  isPreferred: boolean;
  /** Types with the same one are the same objects, under the names of several groups. */
  storageVersionHash?: string | undefined;
}

/** With the names under which users ask for it. */
export interface NamedResource extends DiscoveredResource {
  singular: string;
  shortNames: readonly string[];
  /** Names of several types at once: `all`. */
  categories: readonly string[];
}

export interface DiscoveryResult<T extends DiscoveredResource = DiscoveredResource> {
  /** Without subresources; by group, in each the preferred version first. */
  resources: readonly T[];
  /**
   * Reason why a group version could not be read, by its name: `metrics.example.com/v1`. Its types are missing above.
   */
  failures: ReadonlyMap<string, Error>;
}

/** A version of a group that is served. */
export interface GroupVersion {
  /** `v1`, `apps/v1` */
  name: string;
  group: string;
  version: string;
  isPreferred: boolean;
}

/** Milliseconds for one document. */
const timeout = 32_000;
/** Tries of a group version: the server behind an extension may just have been replaced. */
const tries = 2;
const maxParallel = 16;
/**
 * Bytes of a document that an extension server may have written; 10,000 custom resources in one group have 6 MB of it.
 */
const maxBytes = 8 * 1_048_576;
const bounds = { levels: 20, values: 600_000, together: 40_000 };
const parse = (text: string): Promise<unknown> => parseForeign(text, bounds, new Pacer());

/**
 * The resource types that the server serves now, its extensions included. Rejects when the lists of groups cannot be
 * read; a group version that cannot be read is named in the result.
 */
export async function readDiscovery(
  client: ApiCaller,
  signal?: AbortSignal,
): Promise<DiscoveryResult<NamedResource>> {
  return readVersions(client, await servedVersions(client, signal), signal);
}

/** The resource types of these versions, each read from its own document. */
export async function readVersions(
  client: ApiCaller,
  versions: readonly GroupVersion[],
  signal?: AbortSignal,
): Promise<DiscoveryResult<NamedResource>> {
  const failures = new Map<string, Error>();
  const places = new Semaphore(maxParallel);
  const read = (groupVersion: GroupVersion): Promise<NamedResource[]> =>
    places.run(async () => {
      try {
        return await withTries(() => resourcesOf(client, groupVersion, signal), signal);
      } catch (error) {
        signal?.throwIfAborted();
        failures.set(groupVersion.name, error as Error);
        return [];
      }
    });
  const resources = await Promise.all(versions.map(read));
  return { resources: resources.flat(), failures };
}

/** The versions that the server serves now. Rejects when they cannot be read. */
export async function servedVersions(client: ApiCaller, signal?: AbortSignal): Promise<GroupVersion[]> {
  const read = (path: string): Promise<Fields | undefined> =>
    unlessAbsent(async () => {
      return new Fields(await client.json<unknown>({ method: 'GET', path, timeout, signal }), '');
    });
  const [core, groups] = await Promise.all([read('/api'), read('/apis')]);
  return [...coreVersionsIn(core), ...groupVersionsIn(groups)];
}

/**
 * One version of each resource type: the preferred one of its group if that has the type, else the first listed one
 * that has it.
 */
export function preferredResources({ resources }: DiscoveryResult): DiscoveredResource[] {
  const chosen = new Map<string, DiscoveredResource>();
  for (const resource of resources) {
    const key = `${resource.resource}.${resource.group}`;
    const known = chosen.get(key);
    if (known === undefined || (resource.isPreferred && !known.isPreferred)) chosen.set(key, resource);
  }
  return [...chosen.values()];
}

export const nothingKnown: DiscoveryResult = { resources: [], failures: new Map() };

/**
 * A result with the types that it may lack although they are served: those that were known of a group of which a
 * version cannot be read now, and all that were known when nothing was found. No server is without types: it may not
 * let this user read discovery for the moment.
 */
export function withKept(known: DiscoveryResult, found: DiscoveryResult): DiscoveryResult {
  if (found.resources.length === 0) return { ...found, resources: known.resources };
  const failed = new Set([...found.failures.keys()].map(groupOf));
  const read = new Set(found.resources.map(groupVersionOf));
  const kept = known.resources.filter(
    (resource) => failed.has(resource.group) && !read.has(groupVersionOf(resource)),
  );
  return { ...found, resources: [...found.resources, ...kept] };
}

/** `apps` of `apps/v1`; "" of `v1` */
const groupOf = (groupVersion: string): string =>
  groupVersion.includes('/') ? groupVersion.slice(0, groupVersion.indexOf('/')) : '';

/** `v1`, `apps/v1` */
export const groupVersionOf = ({ group, version }: Pick<ResourceType, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`;

/** The versions of the core group, in the document at `/api`. */
export function coreVersionsIn(document: Fields | undefined): GroupVersion[] {
  return (document?.texts('versions') ?? []).map((version, index) => {
    return { name: version, group: '', version, isPreferred: index === 0 };
  });
}

/** The versions of the groups that have names, in the document at `/apis`. */
export function groupVersionsIn(document: Fields | undefined): GroupVersion[] {
  return (document?.objects('groups') ?? []).flatMap((group) => {
    const preferred = group.object('preferredVersion')?.text('groupVersion');
    const versions = group.objects('versions').map((version) => {
      const name = version.required('groupVersion');
      const of = { group: group.required('name'), version: version.required('version') };
      return { name, ...of, isPreferred: name === preferred };
    });
    return versions.sort((a, b) => Number(b.isPreferred) - Number(a.isPreferred));
  });
}

/** The resource types of one version, without subresources. */
export async function resourcesOf(
  client: ApiCaller,
  { group, version, isPreferred }: GroupVersion,
  signal?: AbortSignal,
): Promise<NamedResource[]> {
  const path = `${group === '' ? '/api' : '/apis'}/${groupVersionOf({ group, version })}`;
  const document = new Fields(
    await client.json<unknown>({ method: 'GET', path, timeout, signal, maxBytes, parse }),
    '',
  );
  const main = document.objects('resources').filter((resource) => !resource.required('name').includes('/'));
  return main.map((resource) => ({
    group,
    version,
    resource: resource.required('name'),
    isPreferred,
    kind: resource.text('kind') ?? '',
    namespaced: resource.boolean('namespaced') ?? false,
    verbs: resource.texts('verbs'),
    singular: resource.text('singularName') ?? '',
    shortNames: resource.texts('shortNames'),
    categories: resource.texts('categories'),
    storageVersionHash: resource.text('storageVersionHash'),
  }));
}

/** Result of a read; undefined where the server has no such list, or none for this user: it may serve extensions only. */
export async function unlessAbsent<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isAnswer(error, 404) || isAnswer(error, 403)) return undefined;
    throw error;
  }
}

async function withTries<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let left = tries - 1; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || signal?.aborted) throw error;
    }
  }
}
