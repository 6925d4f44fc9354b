import type { Logger } from 'pino';
import { newestRelease, releaseAfter } from '../../api/meta/release.ts';
import { TypedSchemas } from '../../api/patch/apply/typed-schema.ts';
import { ownDefinitions } from '../../api/schema/definition-tree.ts';
import { DisabledFields } from '../../api/schema/disabled-fields.ts';
import { loadDefinitions } from '../../api/schema/load.ts';
import type { Definitions, KindDefinition, StructSchema } from '../../api/schema/schema.ts';
import type { AddressState } from '../../kinds/core/service/allocation/ready-ranges.ts';
import { allKinds } from '../../kinds/index.ts';
import { decodeServed } from '../../registry/conversion/object-codec.ts';
import { StoredVersions } from '../../registry/conversion/stored-versions.ts';
import { versionCodecs } from '../../registry/conversion/version-codecs.ts';
import type { KindDependencies } from '../../registry/kind-rules.ts';
import { Applier } from '../../registry/ownership/applier.ts';
import { ManagedFields } from '../../registry/ownership/managed-fields.ts';
import { ownershipRules } from '../../registry/ownership/ownership-rules.ts';
import { FieldVersions } from '../../registry/ownership/versions.ts';
import { CachedObjects } from '../../registry/read/cached-objects.ts';
import { metadataCache } from '../../registry/read/metadata-cache.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { Resources, resourceKey } from '../../registry/resources.ts';
import { Creator } from '../../registry/write/creator.ts';
import { Deleter } from '../../registry/write/deleter.ts';
import { Leases } from '../../registry/write/leases.ts';
import { ObjectStore } from '../../registry/write/object-store.ts';
import { SystemMetadata } from '../../registry/write/system-metadata.ts';
import { Updater } from '../../registry/write/updater.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import type { ConfiguredEncryption } from '../../storage/encryption/configured-encryption.ts';
import { EncryptingKv } from '../../storage/encryption/encrypting-kv.ts';
import { builtInPaths } from '../../storage/key-table.ts';
import { StorageKeys } from '../../storage/keys.ts';
import type { Kv } from '../../storage/kv.ts';
import { StorageFormat } from '../../storage/storage-format.ts';
import type { VerifiedFile } from '../../storage/verified/verified-file.ts';
import { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import { monotonicClock, systemClock } from '../../util/clock.ts';
import { systemRandom } from '../../util/random.ts';
import type { ThreadSettings } from './decoding/messages.ts';
import { resourceOfKey } from './encryption.ts';
import type { ApiServerOptions } from './options.ts';
import { RuntimeConfig } from './runtime-config.ts';
import { servedKinds } from './served.ts';
import type { AddressKeeping } from './service-addresses.ts';
import { ServiceAllocation, type ServiceAllocationDependencies } from './service-allocation.ts';
import {
  addressKeeping,
  addressType,
  companionsOfServices,
  hasAddressObjects,
} from './service-companions.ts';
import { startDecoder, verifiedFile } from './verified-objects.ts';

/** Time that a read waits for the caches to catch up. */
const waitTimeout = 3_000;

/** Resources, reader, writers and watcher of the registry. */
export interface RegistryParts {
  keys: StorageKeys;
  /** In which values of the store are written. */
  format: StorageFormat;
  /** The store, as it is without encryption. */
  kv: Kv;
  feed: CacheFeed;
  definitions: Definitions;
  /** Kinds that clients can ask for, in each of their versions. */
  kinds: readonly KindDefinition[];
  resources: Resources;
  cached: CachedObjects;
  creator: Creator;
  updater: Updater;
  applier: Applier;
  ownership: ManagedFields;
  deleter: Deleter;
  services: ServiceAllocation;
  /** Undefined where addresses of Services have no objects. */
  addresses: AddressKeeping | undefined;
  /** Undefined where nothing is kept for the next start. */
  verified: VerifiedFile | undefined;
}

/** The inputs of the registry. */
export interface RegistryDependencies {
  options: ApiServerOptions;
  served: ServedDefinitions;
  /** The store with values as they are there. */
  plainKv: Kv;
  encryption: ConfiguredEncryption;
  metrics: Metrics;
  log: Logger;
}

/** The definitions, and which of them are served. */
export interface ServedDefinitions {
  readonly definitions: Definitions;
  readonly runtimeConfig: RuntimeConfig;
}

/** Throws StartError for versions that do not exist. */
export function servedDefinitions(options: ApiServerOptions): ServedDefinitions {
  const { dialect, emulatedVersion, settings } = options;
  const known = knownRelease(options);
  const definitions = loadDefinitions(ownDefinitions(), dialect, emulatedVersion, settings.gates, known);
  return { definitions, runtimeConfig: new RuntimeConfig(options.runtimeConfig, definitions, dialect) };
}

export function buildRegistry(dependencies: RegistryDependencies): RegistryParts {
  const { options, log } = dependencies;
  const { dialect } = options;
  const { definitions, runtimeConfig } = dependencies.served;
  const keys = new StorageKeys(options.etcdPrefix, builtInPaths(definitions.kinds, dialect));
  const format = new StorageFormat(options.storesProtobuf);
  const report = (text: string): void => log.warn(text);
  const typeOf = resourceOfKey(keys, definitions.kinds);
  const kv = new EncryptingKv(dependencies.plainKv, dependencies.encryption.encryption, typeOf);
  const onListed = dependencies.metrics.lists.listed;
  const settings = threadSettings(options);
  const verified = verifiedFile(options, settings);
  const feed = new CacheFeed({
    kv,
    keys,
    clock: systemClock,
    waitTimeout,
    report,
    startDecoder: () => startDecoder(verified, settings),
    onListed,
  });
  const metadata = new SystemMetadata(systemClock, systemRandom);
  const store = new ObjectStore(kv, new Leases(kv, monotonicClock, dependencies.metrics.leases.shared), () =>
    feed.waitUntilFresh(),
  );
  const deleter = new Deleter(store, metadata);
  const kinds = servedKinds(definitions, runtimeConfig, options.settings.gates, options);
  for (const key of runtimeConfig.unserved(kinds))
    report(
      `--runtime-config=${key}=true has no effect: nothing of it is served at ${options.emulatedVersion}`,
    );
  const readState = hasAddressObjects(options, kinds)
    ? (): Promise<AddressState> => addresses!.readState()
    : undefined;
  const services = serviceAllocation(dependencies, { kv, keys, feed, format, definitions, readState });
  const addresses: AddressKeeping | undefined = addressKeeping(
    dependencies,
    services.allocator,
    kinds,
    () => ({
      feed,
      creator,
      deleter,
      services: resources.stored.get('services.')!,
      addresses: resources.stored.get(addressType(dialect))!,
      ranges: resources.stored.get(`servicecidrs.networking.${dialect.api}`),
    }),
  );
  const companions = new Map([
    ['services.', companionsOfServices(services, addresses, () => resources, deleter, log)],
  ]);
  const resources: Resources = resourcesOf(dependencies, keys, {
    definitions,
    kinds,
    companions,
    format,
    labelsOfNamespace: (name) => namespaceLabels(resources, name),
  });
  for (const { cache } of resources.stored.values()) feed.add(cache);
  const schemas = new TypedSchemas();
  const versions = new FieldVersions(
    versionCodecs(definitions.kinds, (kind) => resources.of(kind)),
    schemas,
  );
  const rules = ownershipRules(options.emulatedVersion);
  const ownership = new ManagedFields(versions, systemClock, rules);
  const creator = new Creator(store, metadata, ownership);
  const { commandLineClient: manager, label } = dialect;
  const annotation = `${manager}.${label}/last-applied-configuration`;
  return {
    kv,
    keys,
    format,
    feed,
    verified,
    definitions,
    kinds,
    resources,
    ownership,
    deleter,
    services,
    addresses,
    cached: cachedObjects({ keys, feed, definitions, resources }),
    creator,
    updater: new Updater(
      store,
      metadata,
      ownership,
      creator,
      { storePrefix: keys.prefix, missesFirst: options.settings.gates.isIn('1.34') },
      dependencies.metrics.rules.compared,
    ),
    applier: new Applier(versions, schemas, systemClock, { manager, annotation }, rules),
  };
}

/** The release whose group-versions are known: what is served ahead of its time is of later ones. */
const knownRelease = ({ emulatedVersion, servesNewer, takesLater }: ApiServerOptions): string =>
  servesNewer || takesLater ? newestRelease : emulatedVersion;

/** Everything that decides how stored objects are read. */
function threadSettings(options: ApiServerOptions): ThreadSettings {
  const { dialect, emulatedVersion, minCompatibility, settings, storesProtobuf, etcdPrefix } = options;
  return {
    dialect: dialect.name,
    release: emulatedVersion,
    known: knownRelease(options),
    storedFor: releaseAfter(minCompatibility),
    gates: settings.gates.settings,
    allowsPrivileged: settings.allowsPrivileged,
    storesProtobuf,
    definitions: ownDefinitions(),
    prefix: etcdPrefix,
  };
}

/** Built-in types by each of their names: `events` of two groups are the same objects. Of others there are the metadata. */
function cachedObjects({
  keys,
  feed,
  definitions: { kinds },
  resources,
}: Pick<RegistryParts, 'definitions' | 'feed' | 'keys' | 'resources'>): CachedObjects {
  const stored = kinds.filter(({ virtual }) => !virtual);
  const builtIn = new Map(stored.map((kind) => [resourceKey(kind), resources.of(kind)?.cache]));
  const caches = [...builtIn].flatMap(([key, cache]) => (cache === undefined ? [] : [[key, cache] as const]));
  return new CachedObjects(new Map(caches), feed, ({ group, resource }) =>
    builtIn.has(resourceKey({ group, plural: resource }))
      ? undefined
      : metadataCache({ group, resource }, keys, feed),
  );
}

function serviceAllocation(
  { options, log, metrics }: RegistryDependencies,
  {
    kv,
    keys,
    feed,
    format,
    definitions,
    readState,
  }: Pick<RegistryParts, 'kv' | 'keys' | 'feed' | 'format' | 'definitions'> &
    Pick<ServiceAllocationDependencies, 'readState'>,
): ServiceAllocation {
  const { dialect, serviceClusterIpRanges: ranges, serviceNodePortRange: nodePorts } = options;
  const report = (message: string): void => log.warn(message);
  return new ServiceAllocation({
    kv,
    keys,
    format,
    feed,
    dialect,
    gates: options.settings.gates,
    ranges,
    nodePorts,
    readState,
    observer: metrics.ranges,
    report,
    type: { group: '', version: 'v1', kind: 'RangeAllocation', schema: rangeAllocation(definitions) },
    clock: systemClock,
    random: systemRandom,
  });
}

function resourcesOf(
  { options, metrics, log }: RegistryDependencies,
  keys: StorageKeys,
  {
    definitions,
    kinds,
    companions,
    format,
    labelsOfNamespace,
  }: Pick<RegistryParts, 'definitions' | 'kinds' | 'format'> &
    Pick<KindDependencies, 'labelsOfNamespace'> & {
      companions: ReadonlyMap<string, Pick<StoredResource, 'allocator' | 'afterDelete'>>;
    },
): Resources {
  const { dialect, settings } = options;
  const { allowsPrivileged: allowPrivileged, eventTtl } = settings;
  return new Resources(definitions.kinds, kinds, {
    rules: allKinds({
      dialect,
      clock: systemClock,
      gates: settings.gates,
      allowPrivileged,
      labelsOfNamespace,
    }),
    keys,
    storage: {
      format,
      versions: new StoredVersions(
        definitions.kinds,
        options.dialect,
        releaseAfter(options.minCompatibility),
      ),
    },
    disabledFields: DisabledFields.finder(definitions.structs.values(), settings.gates),
    plainFinalizers: [options.dialect.service],
    watchHistory: options.watchHistory,
    timesToLive: eventTtl === undefined ? new Map() : new Map([['events.', eventTtl]]),
    companions,
    delivered: (kind, events, bytes) => metrics.watches.sent(kind, events, bytes),
    unreadable: (resource, key, reason) => {
      log.error(`what is stored as ${resource} ${key} cannot be read: ${reason}`);
      metrics.store.unreadable(resource);
    },
    unplaced: (resource, key) =>
      log.error(`what is stored as ${resource} ${key} lacks its own name or namespace: it is served so`),
  });
}

function namespaceLabels({ stored }: Resources, name: string): Readonly<Record<string, string>> | undefined {
  const entry = stored.get('namespaces.')?.cache.get(name);
  return entry === undefined ? undefined : (decodeServed(entry.json).metadata.labels ?? {});
}

const rangeAllocation = ({ structs }: Definitions): StructSchema => structs.get('core.v1.RangeAllocation')!;
