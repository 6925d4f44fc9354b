import { isIP } from 'node:net';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { FlagError, type FlagValues, InvalidArgument } from '../../../util/flags.ts';
import { goQuote } from '../../../util/quote.ts';
import { StartError } from '../../start-error.ts';
import { allowedOrigins } from './allowed-origins.ts';
import { cipherSuites } from './cipher-suites.ts';
import { curvesOf } from './curves.ts';
import { checkEgress } from './egress.ts';
import { featureGates } from './feature-gates.ts';
import { nodePortFlags } from './server-flags.ts';
import { type SniFiles, sniFiles } from './sni-files.ts';

/** Keepers of the Endpoints of the API: replicas that hold leases, replicas that are counted, or none of them. */
const endpointReconcilers = ['lease', 'master-count', 'none'] as const;
export type EndpointReconciler = (typeof endpointReconcilers)[number];

/** The values of the server's own flags, checked. Times are in milliseconds. */
export interface ServerSettings {
  /** In OpenSSL's words; undefined for the default. */
  cipherSuites: string | undefined;
  /** In OpenSSL's words; undefined for the default. */
  curves: string | undefined;
  sni: readonly SniFiles[];
  certDirectory: string | undefined;
  /** Undefined for the default. */
  streamsPerConnection: number | undefined;
  sharesPort: boolean;
  /** Time that the event loop of a worker may stand still. */
  workerSilenceLimit: number;
  /** Whether a page of this origin may call; undefined when no flag says anything of origins. */
  allowsOrigin: ((origin: string) => boolean) | undefined;
  /** Value of the header; undefined without one. */
  strictTransportSecurity: string | undefined;
  goawayChance: number;
  sendsRetryAfter: boolean;
  /** Time over which watches end while the server stops; 0 for the default. */
  watchTermination: number;
  servesHttp2: boolean;
  profiling: boolean;
  loggingFormat: 'json' | 'text';
  tracingConfigFile: string | undefined;
  gates: FeatureGates;
  showsHiddenMetrics: boolean;
  disabledMetrics: readonly string[];
  /** Seconds; undefined keeps events. */
  eventTtl: number | undefined;
  allowsPrivileged: boolean;
  deleteCollectionWorkers: number;
  endpointReconciler: EndpointReconciler;
  /** Replicas of the cluster, where they are counted. */
  replicaCount: number;
  /** 0 for none. */
  serviceNodePort: number;
  /** 0: never. */
  compactionInterval: number;
  storeHealthTimeout: number;
  storeReadinessTimeout: number;
  /** Milliseconds that a start waits for the store to answer. */
  storeOpeningTimeout: number;
  /** Address and port for other servers, as far as they are not those for everybody. */
  peer: { address: string | undefined; port: number | undefined };
  countsObjects: boolean;
  measuresStore: boolean;
  /** Seconds. */
  identityLease: { duration: number; renewal: number };
}

/** Values of other flags by which these are checked. */
export interface ReleaseSettings {
  emulatedVersion: string;
  minCompatibility: string;
  tlsMinVersion: string;
  dialect: Dialect;
}

/** Throws StartError or FlagError for a value that makes no sense. */
export function serverSettings(
  flags: FlagValues,
  { emulatedVersion: release, minCompatibility, tlsMinVersion, dialect }: ReleaseSettings,
): ServerSettings {
  const gates = featureGates(release, flags.texts('feature-gates'), minCompatibility);
  checkEgress(flags.text('egress-selector-config-file'), { dialect, gates });
  return {
    cipherSuites: cipherSuites(flags.list('tls-cipher-suites'), tlsMinVersion),
    curves: curvesOf(flags.list('tls-curve-preferences')),
    sni: flags.texts('tls-sni-cert-key').map(sniFiles),
    certDirectory: flags.text('cert-dir') || undefined,
    streamsPerConnection: flags.count('http2-max-streams-per-connection') || undefined,
    workerSilenceLimit: silenceLimit(flags.duration('worker-silence-limit')),
    sharesPort: flags.boolean('permit-port-sharing'),
    allowsOrigin: allowedOrigins(flags.list('cors-allowed-origins'), gates),
    strictTransportSecurity: strictTransportSecurity(flags.list('strict-transport-security-directives')),
    goawayChance: goawayChance(flags.text('goaway-chance')!),
    sendsRetryAfter: flags.boolean('shutdown-send-retry-after'),
    watchTermination: watchTermination(flags.duration('shutdown-watch-termination-grace-period')),
    servesHttp2: !flags.boolean('disable-http2-serving'),
    profiling: flags.boolean('profiling'),
    tracingConfigFile: flags.text('tracing-config-file') || undefined,
    loggingFormat: loggingFormat(flags.text('logging-format')!),
    gates,
    showsHiddenMetrics: showsHidden(flags.text('show-hidden-metrics-for-version'), release),
    disabledMetrics: flags.list('disabled-metrics'),
    eventTtl: eventTtl(flags.duration('event-ttl')),
    allowsPrivileged: flags.boolean('allow-privileged'),
    deleteCollectionWorkers: positive(flags, 'delete-collection-workers'),
    endpointReconciler: endpointReconciler(flags.text('endpoint-reconciler-type')!),
    replicaCount: positive(flags, 'apiserver-count'),
    serviceNodePort: nodePort(flags),
    compactionInterval: flags.duration('etcd-compaction-interval'),
    storeHealthTimeout: healthTimeout(flags, 'etcd-healthcheck-timeout'),
    storeReadinessTimeout: healthTimeout(flags, 'etcd-readycheck-timeout'),
    storeOpeningTimeout: healthTimeout(flags, 'storage-initialization-timeout'),
    peer: { address: peerAddress(flags.text('peer-advertise-ip')), port: peerPort(flags) },
    countsObjects: flags.duration('etcd-count-metric-poll-period') > 0,
    measuresStore: flags.duration('etcd-db-metric-poll-interval') > 0,
    identityLease: {
      duration: positive(flags, 'identity-lease-duration-seconds'),
      renewal: positive(flags, 'identity-lease-renew-interval-seconds'),
    },
  };
}

function strictTransportSecurity(directives: readonly string[]): string | undefined {
  if (directives.length === 0) return undefined;
  const isKnown = (directive: string): boolean =>
    directive === 'includeSubDomains' || directive === 'preload' || /^max-age=\d+$/.test(directive);
  if (directives.every(isKnown)) return directives.join('; ');
  throw new StartError(
    '--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, ' +
      'preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information',
  );
}

function goawayChance(text: string): number {
  const chance = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(chance)) {
    const reason = `strconv.ParseFloat: parsing ${goQuote(text)}: invalid syntax`;
    throw new InvalidArgument({ name: 'goaway-chance' }, text, reason);
  }
  if (chance >= 0 && chance <= 0.02) return chance;
  throw new StartError('--goaway-chance can not be less than 0 or greater than 0.02');
}

function loggingFormat(text: string): 'json' | 'text' {
  if (text === 'json' || text === 'text') return text;
  throw new FlagError('logging-format', `${text} must be json or text.`);
}

/** Only the release before may be named: what was hidden earlier is gone. */
function showsHidden(text: string | undefined, release: string): boolean {
  if (text === undefined || text === '') return false;
  const [major, minor] = release.split('.').map(Number);
  const before = `${major}.${minor! - 1}`;
  if (text === before) return true;
  throw new StartError(
    `--show-hidden-metrics-for-version must be omitted or have the value '${before}'. ` +
      'Only the previous minor version is allowed',
  );
}

function eventTtl(milliseconds: number): number | undefined {
  if (milliseconds === 0) return undefined;
  if (milliseconds >= 1000) return Math.round(milliseconds / 1000);
  throw new FlagError('event-ttl', 'must be 0, or a second at least.');
}

function positive(flags: FlagValues, name: string): number {
  const value = flags.count(name);
  if (value > 0) return value;
  throw new StartError(`--${name} should be a positive number, but value '${value}' provided`);
}

function healthTimeout(flags: FlagValues, name: string): number {
  const milliseconds = flags.duration(name);
  if (milliseconds > 0) return milliseconds;
  if (milliseconds < 0) throw new StartError(`--${name} can not be negative value`);
  throw new FlagError(name, 'must be longer than 0.');
}

function peerAddress(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (isIP(text) !== 0) return text;
  throw new FlagError('peer-advertise-ip', `${text} is no IP address.`);
}

function peerPort(flags: FlagValues): number | undefined {
  const text = flags.text('peer-advertise-port');
  if (!text) return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port > 0 && port <= 65_535) return port;
  throw new FlagError('peer-advertise-port', `${text} is no port.`);
}

function watchTermination(milliseconds: number): number {
  if (milliseconds >= 0) return milliseconds;
  const problem = 'if provided, can not be a negative value';
  throw new StartError(`shutdown-watch-termination-grace-period, ${problem}`);
}

function endpointReconciler(type: string): EndpointReconciler {
  const found = endpointReconcilers.find((one) => one === type);
  if (found !== undefined) return found;
  throw new StartError(
    `--endpoint-reconciler-type ${type} must be one of ${[...endpointReconcilers].sort().join(', ')}`,
  );
}

function nodePort(flags: FlagValues): number {
  const given = nodePortFlags.find((name) => flags.count(name) > 0);
  if (given === undefined) return 0;
  const port = flags.count(given);
  if (port <= 65_535) return port;
  throw new StartError(
    `--${given} ${port} must be between 0 and 65535, inclusive. If 0, the Service will be of type ClusterIP`,
  );
}

function silenceLimit(milliseconds: number): number {
  if (milliseconds >= 1000) return milliseconds;
  throw new FlagError('worker-silence-limit', 'must be a second at least.');
}
