import { createHash } from 'node:crypto';
import type { GroupVersionKind, StatusError } from '../../api/meta/status.ts';
import { apiVersionOf, type GroupVersionDefinition, type KindDefinition } from '../../api/schema/schema.ts';
import { unreadableObject } from '../../registry/conversion/corrupt-object.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { Selection } from '../../storage/watch-cache/selection.ts';
import type { Clock } from '../../util/clock.ts';
import type { ApiSurface, ServedGroupVersion, ServedResource } from '../surface/api-surface.ts';
import type { PeerApis } from '../surface/peer-apis.ts';
import type { RemoteApis } from '../surface/remote-apis.ts';
import type { Routes } from '../surface/routes.ts';
import type { DiscoveryDocument } from './binary.ts';
import { withPeers } from './peer-union.ts';

const everything = new Selection('');

/** Milliseconds in which a client that has read the list of groups reads the documents of all versions. */
const readingTime = 10_000;

/** The ways in which releases differ in the form that holds everything. */
export interface AggregatedRules {
  /** Whether a time of creation that is not there is written as null. */
  readonly writesNoTime: boolean;
  /** Whether the type of answers is named where it is of the group and version that it stands below. */
  readonly namesOwnTypes: boolean;
}

/** The documents from which clients learn what is served. */
export class DiscoveryDocuments {
  readonly #surface: ApiSurface;
  readonly #routes: Routes;
  readonly #remote: Pick<RemoteApis, 'version'> | undefined;
  readonly #peers: Pick<PeerApis, 'groups'> | undefined;

  readonly #definitions: StoredResource | undefined;
  readonly #clock: Clock;
  /** The last time that the list of groups lacked some, and why. */
  #lack: { at: number; error: StatusError } | undefined;

  /**
   * `remote`: what other servers serve. `definitions`: the type of the definitions of custom resources. `peers`: what servers
   * of other releases have.
   */
  constructor(
    surface: ApiSurface,
    routes: Routes,
    clock: Clock,
    remote?: Pick<RemoteApis, 'version'>,
    definitions?: StoredResource,
    peers?: Pick<PeerApis, 'groups'>,
  ) {
    this.#peers = peers;
    this.#clock = clock;
    this.#definitions = definitions;
    this.#surface = surface;
    this.#routes = routes;
    this.#remote = remote;
  }

  /** /api: `serverAddress` is where clients reach us. */
  coreVersions(serverAddress: string): DiscoveryDocument {
    return {
      kind: 'APIVersions',
      versions: this.#surface.versions('').map(({ version }) => version),
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
    };
  }

  /** /apis */
  groups(): DiscoveryDocument {
    const error = this.#unknown();
    if (error !== undefined) this.#lack = { at: this.#clock.now(), error };
    return {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: this.#surface.groups.map((group) => this.#groupElement(group)),
    };
  }

  /** /apis/<group> */
  group(group: string): DiscoveryDocument {
    return { kind: 'APIGroup', apiVersion: 'v1', ...this.#groupElement(group) };
  }

  #groupElement(group: string): object {
    const versions = this.#surface.versions(group).map((definition) => ({
      groupVersion: apiVersionOf(definition),
      version: definition.version,
    }));
    return { name: group, versions, preferredVersion: versions[0] };
  }

  /** /api/v1, /apis/<group>/<version>. Throws InternalError where other types are missing: see `#missing`. */
  resources(groupVersion: ServedGroupVersion): DiscoveryDocument {
    const missing = this.#missing(groupVersion);
    if (missing !== undefined) throw missing;
    const { definition, apiVersion, resources } = groupVersion;
    const list = [...resources.values()].flatMap((served) => [
      mainResource(served, this.#routes.verbsOf(served)),
      ...served.definition.subresources.flatMap((name) => this.#subresource(served, name)),
    ]);
    // Subresources of a custom resource follow it, also where the name of another one comes between.
    const keyOf = groupVersion.isCustom ? resourceOf : orderedName;
    list.sort((a, b) => compareTexts(keyOf(a.name), keyOf(b.name)));
    return {
      kind: 'APIResourceList',
      ...(definition.group === '' ? {} : { apiVersion: 'v1' }),
      groupVersion: apiVersion,
      resources: list,
    };
  }

  #subresource(served: ServedResource, name: string): { name: string }[] {
    const description = this.#routes.describeSubresource(served, name);
    if (description === undefined) return [];
    const { plural, namespaced, kind } = served.definition;
    const own = description.kind;
    // Said only where it is not that of the document.
    const isForeign = own !== undefined && !isOfVersion(own, served.definition);
    return [
      {
        name: `${plural}/${name}`,
        singularName: '',
        namespaced,
        ...(isForeign ? { group: own.group, version: own.version } : {}),
        kind: own?.kind ?? kind,
        verbs: description.verbs,
      } as { name: string },
    ];
  }

  /** /api and /apis in the form that holds everything at once. `isAlone`: without what other servers of the cluster have. */
  aggregated(core: boolean, apiVersion: string, rules: AggregatedRules, isAlone = false): object {
    const groups = core ? [''] : this.#surface.groups;
    const metadataOf = (name: string) => ({
      name,
      ...(rules.writesNoTime ? { creationTimestamp: null } : {}),
    });
    const items = groups.map((group) => ({
      metadata: metadataOf(group),
      versions: this.#surface.versions(group).flatMap((version) => this.#aggregatedVersion(version, rules)),
    }));
    const peers = core || isAlone ? [] : (this.#peers?.groups ?? []);
    return {
      kind: 'APIGroupDiscoveryList',
      apiVersion,
      metadata: {},
      items: withPeers(items, peers, metadataOf),
    };
  }

  #aggregatedVersion({ group, version }: GroupVersionDefinition, rules: AggregatedRules): object[] {
    const remote = this.#remote?.version(group, version);
    if (remote !== undefined) return [{ version, ...remote }];
    const served = this.#surface.groupVersion(group, version);
    return served === undefined ? [] : [this.#servedVersion(served, rules)];
  }

  /**
   * The reason why a type is missing that there is: a definition was never readable, and not even the versions of its group are
   * known. The versions of definitions themselves count as those that cannot be told, so that clients that look at all
   * types, as one that empties a namespace, learn that they do not know all. Whoever was given a list of groups that lacked
   * some, and reads the documents only now, is to learn it as well.
   */
  #missing({ definition }: ServedGroupVersion): StatusError | undefined {
    if (this.#definitions?.type.group !== definition.group) return undefined;
    const isRecent = this.#lack !== undefined && this.#clock.now() < this.#lack.at + readingTime;
    return this.#unknown() ?? (isRecent ? this.#lack?.error : undefined);
  }

  #unknown(): StatusError | undefined {
    const definitions = this.#definitions;
    const error = definitions?.cache.unknownIn(everything);
    return error && unreadableObject(definitions!, error);
  }

  #servedVersion(groupVersion: ServedGroupVersion, rules: AggregatedRules): object {
    const { definition, resources } = groupVersion;
    const sorted = [...resources.values()].sort((a, b) =>
      a.definition.plural < b.definition.plural ? -1 : 1,
    );
    return {
      version: definition.version,
      resources: sorted.map((served) => this.#aggregatedResource(served, rules)),
      freshness: this.#missing(groupVersion) === undefined ? 'Current' : 'Stale',
    };
  }

  #aggregatedResource(served: ServedResource, { namesOwnTypes }: AggregatedRules): object {
    const { definition } = served;
    const own = kindOf(definition);
    const responseKind =
      namesOwnTypes || definition.custom ? own : { group: '', version: '', kind: own.kind };
    const { plural, singular, shortNames, categories, namespaced, subresources: names } = definition;
    const answered = (kind: GroupVersionKind): object =>
      isOfVersion(kind, definition) ? { ...responseKind, kind: kind.kind } : kind;
    const subresources = [...names].sort().flatMap((subresource) => {
      const description = this.#routes.describeSubresource(served, subresource);
      if (description === undefined) return [];
      const { kind = own, verbs } = description;
      return [{ subresource, responseKind: answered(kind), verbs }];
    });
    return {
      resource: plural,
      responseKind,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      singularResource: singular,
      verbs: this.#routes.verbsOf(served),
      ...(shortNames.length > 0 ? { shortNames } : {}),
      ...(categories.length > 0 ? { categories } : {}),
      ...(subresources.length > 0 ? { subresources } : {}),
    };
  }
}

const isOfVersion = (kind: GroupVersionKind, { group, version }: KindDefinition): boolean =>
  kind.group === group && kind.version === version;

const kindOf = ({ group, version, kind }: KindDefinition) => ({ group, version, kind });

const resourceOf = (name: string): string => name.replace(/\/.*/, '');
const orderedName = (name: string): string => name.replace('/', '\0');
const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function mainResource(served: ServedResource, verbs: readonly string[]): { name: string } {
  const { definition } = served;
  const stored = definition.virtual ? undefined : storedVersion(served);
  const { plural, namespaced, kind, shortNames, categories } = definition;
  return {
    name: plural,
    singularName: definition.listsSingular ? definition.singular : '',
    namespaced,
    kind,
    verbs,
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    ...(stored === undefined ? {} : { storageVersionHash: storageVersionHash(stored) }),
  } as { name: string };
}

/** The kind in the version in which the store has its objects; undefined where that version is not served. */
function storedVersion({ resource, custom }: ServedResource) {
  if (custom !== undefined) return custom.storedVersion;
  return resource.codec?.written ?? resource.definition;
}

/** Changes when the version in which objects are stored does: the first 8 bytes of a SHA-256, in base64. */
function storageVersionHash(definition: Pick<KindDefinition, 'group' | 'version' | 'kind'>): string {
  const text = `${definition.group}/${definition.version}/${definition.kind}`;
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64');
}

/** The paths of `/`, sorted. */
export function rootPaths(surface: ApiSurface, others: readonly string[]): object {
  const paths = new Set(['/api', '/apis', '/apis/', ...others]);
  for (const { definition, apiVersion } of surface.groupVersions) {
    paths.add(definition.group === '' ? `/api/${apiVersion}` : `/apis/${apiVersion}`);
    if (definition.group !== '') paths.add(`/apis/${definition.group}`);
  }
  for (const group of surface.groups) {
    paths.add(`/apis/${group}`);
    for (const version of surface.versions(group)) paths.add(`/apis/${apiVersionOf(version)}`);
  }
  return { paths: [...paths].sort() };
}
