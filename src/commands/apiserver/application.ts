import { networkInterfaces } from 'node:os';
import { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import { acceptedProtobufTypes, dialects } from '../../api/meta/dialect.ts';
import { ErrorTexts } from '../../api/meta/error-texts.ts';
import type { CoordinationV1Lease } from '../../api/schema/types.gen.ts';
import { advertiseAddress } from '../../bootstrap/advertise-address.ts';
import { externalAddress } from '../../bootstrap/external-address.ts';
import type { Aggregation } from '../../extensions/aggregation/aggregation.ts';
import type { CustomResourceExtension } from '../../extensions/custom-resources/extension.ts';
import type { Peers } from '../../extensions/peers/peers.ts';
import type { OwnPlaces } from '../../extensions/proxy/node/own-addresses.ts';
import { agentSettings } from '../../extensions/proxy/settings.ts';
import { EncodingMemory } from '../../registry/conversion/encoding-cache.ts';
import { ContinueTokens } from '../../registry/read/continue-token.ts';
import { Reader } from '../../registry/read/reader.ts';
import { Watcher } from '../../registry/read/watcher.ts';
import { resourceKey } from '../../registry/resources.ts';
import type { ApiContext } from '../../server/api-context.ts';
import { buildChain } from '../../server/chain.ts';
import { DebugPages } from '../../server/debug/debug-pages.ts';
import { SlowRequestLog } from '../../server/debug/slow-request-log.ts';
import { DiscoveryEncoder } from '../../server/discovery/binary.ts';
import { DiscoveryDocuments } from '../../server/discovery/documents.ts';
import { DiscoveryHandler, discoveryRules } from '../../server/discovery/handler.ts';
import type { Filter } from '../../server/filters/filter.ts';
import type { Leases } from '../../server/filters/lease-holder.ts';
import { KnownKinds } from '../../server/known-kinds.ts';
import { listOptionRules } from '../../server/list-option-rules.ts';
import { documentRules } from '../../server/openapi/document-rules.ts';
import { OpenApiDocuments } from '../../server/openapi/documents.ts';
import { OpenApiHandler, publicationRules } from '../../server/openapi/handler.ts';
import { Representations } from '../../server/representation/representations.ts';
import { ComponentReader } from '../../server/routing/component-reader.ts';
import { FlowControlDumps } from '../../server/routing/flow-control-dumps.ts';
import { IssuerDiscoveryHandler } from '../../server/routing/issuer-discovery.ts';
import { NonResources } from '../../server/routing/non-resources.ts';
import { ResourceRouter, type ResourceRoutes } from '../../server/routing/router.ts';
import { ZPages } from '../../server/routing/zpages.ts';
import type { ApiSurface } from '../../server/surface/api-surface.ts';
import { WatchDurations } from '../../server/watch/watch-durations.ts';
import { watchObserver } from '../../server/watch/watch-observer.ts';
import { writeRules } from '../../server/write-rules.ts';
import { YamlConverter } from '../../server/yaml/converter.ts';
import { systemClock } from '../../util/clock.ts';
import { systemRandom } from '../../util/random.ts';
import { Verbosity } from '../verbosity.ts';
import { buildVersion, versionDocument } from '../version.ts';
import { type ApplicationDependencies, type Encodings, fromFlags } from './application-dependencies.ts';
import { askComponents, loopbackComponents } from './components.ts';
import { aggregationOf, customResources, definitionResource } from './extensions.ts';
import { flowControlOf, limiterOf } from './flow-control.ts';
import { resourceRoutes } from './handlers.ts';
import type { ApiServerOptions } from './options.ts';
import { peersOf } from './peers.ts';
import { serve } from './served.ts';

export interface Application {
  /** The way of every request, and the handlers at its end. */
  filters: Filter[];
  /** Undefined where definitions are not served. */
  customResources: CustomResourceExtension | undefined;
  /** Undefined where APIServices are not served. */
  aggregation: Aggregation | undefined;
  /** Undefined where nothing is passed on to other servers of the cluster. */
  peers: Peers | undefined;
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
    known: new KnownKinds(dialect, definitions.kinds, settings.gates.isOn('CBORServingAndStorage')),
    yaml,
    fieldValidation: settings.gates.isOn('ServerSideFieldValidation') ? 'Warn' : 'Ignore',
    listOptions: listOptionRules(settings.gates),
    writes: writeRules(settings.gates),
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
    cbor: options.settings.gates.isOn('CBORServingAndStorage'),
  };
  const encodings = { encoder: new ProtobufEncoder(), memory: new EncodingMemory() };
  const routes = routesOf(dependencies, encodings);
  const surface = surfaceOf(dependencies, routes, encodings);
  const aggregation = aggregationOf(dependencies, surface);
  const peers = peersOf(dependencies, surface, aggregation);
  const resources = new ResourceRouter({
    surface,
    routes,
    media,
    deprecated: (info, removedRelease) => metrics.deprecatedRequested(info, removedRelease),
    api: apiContext(dependencies),
  });
  const version = versionDocument(emulatedVersion, options);
  const clock = systemClock;
  const documents = {
    definitions: dependencies.definitions,
    dialect,
    routes: resources,
    version,
    issuer: dependencies.issuerDiscovery !== undefined,
    clock,
    remote: aggregation?.openApi,
    rules: documentRules(options.settings.gates),
  };
  const flowControl = flowControlOf(dependencies);
  const slowRequests = new SlowRequestLog(clock);
  const verbosity = new Verbosity(dependencies.log, options.verbosity);
  const filters = buildChain({
    clock,
    random: systemRandom,
    metrics,
    tracer: dependencies.tracer,
    slowRequest: (line) => {
      dependencies.log.info(line, 'slow request');
      slowRequests.add(line);
    },
    everyRequest: {
      isWanted: () => verbosity.logsRequests,
      report: (line) => dependencies.log.info(line, 'HTTP'),
    },
    dialect,
    texts: new ErrorTexts(emulatedVersion),
    authenticator: dependencies.authenticator,
    anonymous: dependencies.anonymous,
    auditor: dependencies.auditor,
    authorizer: dependencies.authorizer,
    gates: options.settings.gates,
    limiter: limiterOf(flowControl, dependencies),
    leases: leasesOf(dependencies),
    requestTimeout: options.requestTimeout,
    // A cache that is reloading was loaded before: its last state is served until then.
    isLoaded: dependencies.isLoaded,
    resources,
    remote: aggregation ?? { pass: () => undefined },
    peers,
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
          peers,
        ),
        dialect.api,
        new DiscoveryEncoder(encodings.encoder, dependencies.definitions.structs),
        discoveryRules(options.settings.gates),
        metrics.discovery.aggregated,
        namedAddress(options),
      ),
      openApi: new OpenApiHandler(
        new OpenApiDocuments(surface, documents),
        clock,
        publicationRules(emulatedVersion),
      ),
      issuer: issuerHandler(dependencies),
      health: dependencies.health,
      dumps: new FlowControlDumps(flowControl, options.settings.gates),
      zPages: new ZPages({
        gates: options.settings.gates,
        dialect,
        clock,
        random: systemRandom,
        version: buildVersion(emulatedVersion)['gitVersion']!.slice(1),
        flags: options.flags,
      }),
      metrics: dependencies.metricsPage,
      healthSeries: metrics.health,
      debug: options.settings.profiling
        ? new DebugPages({
            caches: () => dependencies.feed.caches,
            connections: dependencies.connections,
            slowRequests,
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
    peers,
    aggregation,
    customResources: customResources(dependencies, surface, encodings, aggregation),
  };
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

/** The address that the operator names, given the port of a connection. */
function namedAddress({ externalHostname, advertiseAddress: given, securePort }: ApiServerOptions) {
  const host = externalHostname || given;
  return host === undefined ? undefined : (port: number): string => externalAddress(host, securePort || port);
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
    reader: new Reader(
      kv,
      feed,
      tokens,
      dependencies.metrics.lists.listed,
      options.removesUnreadable,
      !options.settings.gates.isIn('1.24'),
      dependencies.metrics.reads,
    ),
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
    logs: dependencies.metrics.pods,
    upgrades: dependencies.metrics.pods,
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
    components: new ComponentReader(() => askComponents(kv, loopbackComponents), options.settings.gates),
  });
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
