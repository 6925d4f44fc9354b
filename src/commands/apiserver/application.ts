import { networkInterfaces } from 'node:os';
import type { Logger } from 'pino';
import { type DefaultServiceController, ServiceAddresses } from '../../admission/webhooks/service-address.ts';
import { WebhookClients } from '../../admission/webhooks/webhook-clients.ts';
import { WebhookUsers } from '../../admission/webhooks/webhook-users.ts';
import { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import { acceptedProtobufTypes, dialects } from '../../api/meta/dialect.ts';
import type { CoordinationV1Lease } from '../../api/schema/types.gen.ts';
import { advertiseAddress } from '../../bootstrap/advertise-address.ts';
import { externalAddress } from '../../bootstrap/external-address.ts';
import { Aggregation } from '../../extensions/aggregation/aggregation.ts';
import { aggregationSettings } from '../../extensions/aggregation/settings.ts';
import { CustomResourceExtension } from '../../extensions/custom-resources/extension.ts';
import {
  type ConversionDependencies,
  conversionWebhook,
} from '../../extensions/custom-resources/storage/conversion-webhook.ts';
import type { OwnPlaces } from '../../extensions/proxy/node/own-addresses.ts';
import { agentSettings } from '../../extensions/proxy/settings.ts';
import { EncodingMemory } from '../../registry/conversion/encoding-cache.ts';
import { ContinueTokens } from '../../registry/read/continue-token.ts';
import { Reader } from '../../registry/read/reader.ts';
import { Watcher } from '../../registry/read/watcher.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { resourceKey } from '../../registry/resources.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import type { ApiContext } from '../../server/api-context.ts';
import { buildChain } from '../../server/chain.ts';
import { DebugPages } from '../../server/debug/debug-pages.ts';
import { DiscoveryEncoder } from '../../server/discovery/binary.ts';
import { DiscoveryDocuments } from '../../server/discovery/documents.ts';
import { DiscoveryHandler } from '../../server/discovery/handler.ts';
import type { Filter } from '../../server/filters/filter.ts';
import type { Leases } from '../../server/filters/lease-holder.ts';
import type { ShutdownGate } from '../../server/filters/shutdown-gate.ts';
import type { Connection } from '../../server/http/connection.ts';
import { KnownKinds } from '../../server/known-kinds.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { OpenApiDocuments } from '../../server/openapi/documents.ts';
import { OpenApiHandler } from '../../server/openapi/handler.ts';
import { Representations } from '../../server/representation/representations.ts';
import { ComponentReader } from '../../server/routing/component-reader.ts';
import { FlowControlDumps } from '../../server/routing/flow-control-dumps.ts';
import type { HealthHandler } from '../../server/routing/health.ts';
import { IssuerDiscoveryHandler } from '../../server/routing/issuer-discovery.ts';
import { type MetricsPage, NonResources } from '../../server/routing/non-resources.ts';
import { ResourceRouter, type ResourceRoutes } from '../../server/routing/router.ts';
import type { ApiSurface } from '../../server/surface/api-surface.ts';
import { WatchDurations } from '../../server/watch/watch-durations.ts';
import { watchObserver } from '../../server/watch/watch-observer.ts';
import { YamlConverter } from '../../server/yaml/converter.ts';
import { systemClock } from '../../util/clock.ts';
import { FlagError } from '../../util/flags.ts';
import { systemRandom } from '../../util/random.ts';
import type { Tracer } from '../../util/tracing/span.ts';
import { StartError } from '../start-error.ts';
import { Verbosity } from '../verbosity.ts';
import { versionDocument } from '../version.ts';
import type { Access } from './access.ts';
import { askComponents, loopbackComponents } from './components.ts';
import { flowControlOf, limiterOf } from './flow-control.ts';
import { resourceRoutes } from './handlers.ts';
import type { ApiServerOptions } from './options.ts';
import type { RegistryParts } from './registry-parts.ts';
import { serve } from './served.ts';

/** The parts that handlers are made from. */
export interface ApplicationDependencies extends RegistryParts, Access {
  options: ApiServerOptions;
  log: Logger;
  metrics: Metrics;
  tracer: Tracer | undefined;
  /** Lets go of what is kept open. */
  held: DisposableStack;
  health: HealthHandler;
  metricsPage: MetricsPage;
  gate: ShutdownGate;
  /** Connections of clients. */
  connections: () => Iterable<Connection>;
  /** Whether it is known what is stored; once true, it stays so. */
  isLoaded: () => boolean;
  systemObjects: SystemObjects;
}

/** In what objects are answered beside JSON. */
interface Encodings {
  encoder: ProtobufEncoder;
  /** For those that are kept. */
  memory: EncodingMemory;
}

export interface Application {
  /** The way of every request, and the handlers at its end. */
  filters: Filter[];
  /** Undefined where definitions are not served. */
  customResources: CustomResourceExtension | undefined;
  /** Undefined where APIServices are not served. */
  aggregation: Aggregation | undefined;
}

function leasesOf({ cached, options }: ApplicationDependencies): Leases {
  const type = { group: `coordination.${options.dialect.api}`, resource: 'leases' };
  return { type, lister: cached.lister<CoordinationV1Lease>(type) };
}

function apiContext({ options, definitions, admission, held }: ApplicationDependencies): ApiContext {
  const { dialect, settings } = options;
  const yaml = new YamlConverter();
  held.defer(() => void yaml.close());
  return {
    metaGroup: `meta.${dialect.api}`,
    known: new KnownKinds(dialect, definitions.kinds),
    yaml,
    fieldValidation: settings.gates.isOn('ServerSideFieldValidation') ? 'Warn' : 'Ignore',
    admission,
  };
}

export function buildApplication(dependencies: ApplicationDependencies): Application {
  const { options, metrics } = dependencies;
  const { dialect, emulatedVersion } = options;
  // Clients have media types compiled in: those of every dialect are understood, whatever the objects speak.
  const media = {
    metaGroups: dialects.map(({ api }) => `meta.${api}`),
    protobuf: acceptedProtobufTypes(dialect),
  };
  const encodings = { encoder: new ProtobufEncoder(), memory: new EncodingMemory() };
  const routes = routesOf(dependencies, encodings);
  const surface = surfaceOf(dependencies, routes, encodings);
  const aggregation = aggregationOf(dependencies, surface);
  const resources = new ResourceRouter({
    surface,
    routes,
    media,
    deprecated: (info, removedRelease) => metrics.deprecatedRequested(info, removedRelease),
    api: apiContext(dependencies),
  });
  const version = versionDocument(emulatedVersion);
  const clock = systemClock;
  const documents = {
    definitions: dependencies.definitions,
    dialect,
    routes: resources,
    version,
    issuer: dependencies.issuerDiscovery !== undefined,
    clock,
    remote: aggregation?.openApi,
  };
  const flowControl = flowControlOf(dependencies);
  const verbosity = new Verbosity(dependencies.log, options.verbosity);
  const filters = buildChain({
    clock,
    random: systemRandom,
    metrics,
    tracer: dependencies.tracer,
    slowRequest: (line) => dependencies.log.info(line, 'slow request'),
    everyRequest: {
      isWanted: () => verbosity.logsRequests,
      report: (line) => dependencies.log.info(line, 'HTTP'),
    },
    dialect,
    authenticator: dependencies.authenticator,
    anonymous: dependencies.anonymous,
    auditor: dependencies.auditor,
    authorizer: dependencies.authorizer,
    limiter: limiterOf(flowControl, dependencies),
    leases: leasesOf(dependencies),
    requestTimeout: options.requestTimeout,
    // A cache that is reloading was loaded before: its last state is served until then.
    isLoaded: dependencies.isLoaded,
    resources,
    remote: aggregation ?? { pass: () => undefined },
    nonResources: new NonResources({
      surface,
      discovery: new DiscoveryHandler(
        surface,
        new DiscoveryDocuments(
          surface,
          resources,
          systemClock,
          aggregation,
          definitionResource(dependencies),
        ),
        dialect.api,
        new DiscoveryEncoder(encodings.encoder, dependencies.definitions.structs),
      ),
      openApi: new OpenApiHandler(new OpenApiDocuments(surface, documents), clock),
      issuer: issuerHandler(dependencies),
      health: dependencies.health,
      dumps: new FlowControlDumps(flowControl),
      metrics: dependencies.metricsPage,
      healthSeries: metrics.health,
      debug: options.settings.profiling
        ? new DebugPages({
            caches: () => dependencies.feed.caches,
            connections: dependencies.connections,
            setVerbosity: verbosity.set,
          })
        : undefined,
      version,
      release: emulatedVersion,
    }),
    edge: {
      allowsOrigin: options.settings.allowsOrigin,
      strictTransportSecurity: options.settings.strictTransportSecurity,
      goawayChance: options.settings.goawayChance,
      compresses: options.settings.gates.isOn('APIResponseCompression'),
      gate: dependencies.gate,
    },
  });
  return {
    filters,
    aggregation,
    customResources: customResources(dependencies, surface, encodings, aggregation),
  };
}

function aggregationOf(dependencies: ApplicationDependencies, surface: ApiSurface): Aggregation | undefined {
  const { options, resources, cached, metrics } = dependencies;
  const { dialect } = options;
  const resource = resources.stored.get(`apiservices.apiregistration.${dialect.api}`);
  if (resource === undefined) return undefined;
  const settings = fromFlags(() => aggregationSettings(dependencies.flags, systemClock));
  return new Aggregation({
    settings,
    surface,
    objects: cached,
    updater: dependencies.updater,
    deleter: dependencies.deleter,
    resource,
    dialect,
    systemObjects: dependencies.systemObjects,
    services: new ServiceAddresses(cached, systemRandom, settings.toPods, ownService(options)),
    clock: systemClock,
    observer: metrics.aggregation,
    meterOf: metrics.queues.meterOf,
    terminated: (state, code) => metrics.terminated(state, code, 'aggregator'),
    report: (message) => dependencies.log.warn(message),
  });
}

/** Undefined until the port on which the server listens is known. */
function ownService({
  dialect,
  bindAddress,
  securePort,
}: ApiServerOptions): DefaultServiceController | undefined {
  if (securePort === 0) return undefined;
  const host = bindAddress === '0.0.0.0' || bindAddress === '::' ? '127.0.0.1' : bindAddress;
  return { namespace: 'default', name: dialect.service, address: { host, port: securePort } };
}

const definitionResource = ({ options, resources }: ApplicationDependencies): StoredResource | undefined =>
  resources.stored.get(`customresourcedefinitions.apiextensions.${options.dialect.api}`);

function customResources(
  dependencies: ApplicationDependencies,
  surface: ApiSurface,
  encodings: Encodings,
  aggregation: Aggregation | undefined,
): CustomResourceExtension | undefined {
  const { options, resources, feed, updater, deleter, cached, held } = dependencies;
  const { dialect } = options;
  const definitions = definitionResource(dependencies);
  if (definitions === undefined) return undefined;
  const observe: ConversionDependencies['observe'] = (conversion, seconds) =>
    dependencies.metrics.conversions.called(conversion, seconds);
  const services = new ServiceAddresses(cached, systemRandom, false);
  const clients = held.use(
    new WebhookClients(new WebhookUsers(undefined), services, `${dialect.prefix}-apiserver`),
  );
  return new CustomResourceExtension({
    resources,
    feed,
    updater,
    deleter,
    surface,
    dialect,
    definitionResource: definitions,
    ...encodings,
    clock: systemClock,
    release: options.emulatedVersion,
    convertOf: (definition) =>
      conversionWebhook(definition, {
        clients,
        random: systemRandom,
        group: definitions.type.group,
        observe,
      }),
    onVersions: (definition, versions) => aggregation?.define(definition, versions),
    report: (message) => dependencies.log.warn(message),
  });
}

function ownPlaces({
  advertiseAddress: given,
  bindAddress,
  serviceClusterIpRanges,
}: ApiServerOptions): OwnPlaces {
  return {
    services: serviceClusterIpRanges.map((range) => range.at(1)),
    machine: () => [
      ...(given === undefined ? [] : [given]),
      bindAddress,
      ...Object.values(networkInterfaces()).flatMap((ofOne) => (ofOne ?? []).map(({ address }) => address)),
    ],
  };
}

function issuerHandler({ options, issuerDiscovery }: ApplicationDependencies): IssuerDiscoveryHandler {
  const { externalHostname, advertiseAddress: given, bindAddress, securePort } = options;
  const [range] = options.serviceClusterIpRanges;
  const known = externalHostname || advertiseAddress(given, bindAddress, range!.family);
  return new IssuerDiscoveryHandler(issuerDiscovery, ({ socket }) => {
    // A request implies that the port is known.
    return externalAddress(known ?? socket.localAddress ?? '127.0.0.1', securePort || socket.localPort!);
  });
}

function routesOf(dependencies: ApplicationDependencies, { encoder, memory }: Encodings): ResourceRoutes {
  const { options, kv, feed, resources } = dependencies;
  const { dialect, emulatedVersion, minRequestTimeout } = options;
  const tokens = new ContinueTokens(`meta.${dialect.api}/v1`);
  return resourceRoutes({
    reader: new Reader(kv, feed, tokens, dependencies.metrics.lists.listed, options.removesUnreadable),
    creator: dependencies.creator,
    updater: dependencies.updater,
    applier: dependencies.applier,
    authorizer: dependencies.authorizer,
    ownership: dependencies.ownership,
    deleter: dependencies.deleter,
    removesUnreadable: options.removesUnreadable,
    watcher: new Watcher(kv, feed, systemClock, options.removesUnreadable),
    representations: new Representations(systemClock, memory),
    durations: new WatchDurations(systemClock, systemRandom, minRequestTimeout),
    dialect,
    definitions: dependencies.definitions,
    encoder,
    observe: watchObserver(dependencies.metrics),
    clock: systemClock,
    release: emulatedVersion,
    pods: resources.stored.get('pods.')!,
    agents: fromFlags(() => agentSettings(options.access, systemClock, ownPlaces(options))),
    secrets: resources.stored.get('secrets.')!,
    nodes: resources.stored.get('nodes.')!,
    services: resources.stored.get('services.')!,
    endpoints: resources.stored.get('endpoints.')!,
    tokenReviewer: dependencies.authenticator.reviewer,
    tokenIssuer: dependencies.tokenIssuer,
    budgets: resources.stored.get('poddisruptionbudgets.policy'),
    settings: options.settings,
    components: new ComponentReader(() => askComponents(kv, loopbackComponents)),
  });
}

function fromFlags<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof FlagError ? new StartError(error.message, { cause: error }) : error;
  }
}

function surfaceOf(
  dependencies: ApplicationDependencies,
  routes: ResourceRoutes,
  encodings: Encodings,
): ApiSurface {
  const { options, definitions, resources } = dependencies;
  // Kinds that are answered and not stored are served where a handler exists.
  const kinds = dependencies.kinds.filter((kind) => !kind.virtual || resourceKey(kind) in routes.virtual);
  return serve(definitions, kinds, {
    resourceOf: (kind) => resources.of(kind),
    release: options.emulatedVersion,
    ...encodings,
  });
}
