import { dialects, protobufMediaTypes } from '../../../api/meta/dialect.ts';
import { defaultRelease } from '../../../api/meta/release.ts';
import type { ParsedFlag } from '../../../util/flags.ts';
import { addressRanges, portRange, usualPorts, usualRange } from '../service-ranges.ts';
import {
  address,
  assignments,
  boolean,
  compatibleRelease,
  count,
  dialect,
  duration,
  file,
  jsonType,
  listenAddress,
  notNegative,
  port,
  release,
  releases,
  servers,
  storesProtobuf,
  text,
  tlsVersion,
} from './parse-value.ts';

const tlsVersions = ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'];

type Parse<T> = ParsedFlag<T>['parse'];
type WithDefault<T> = ParsedFlag<T> & { readonly default: string };

/** `standard`: the default, as it would be typed. */
const flag = <T>(
  name: string,
  value: string,
  parse: Parse<T>,
  standard: string,
  description: string,
): WithDefault<T> => ({ name, type: 'text', value, description, default: standard, parse });

const optional = <T>(name: string, value: string, parse: Parse<T>, description: string): ParsedFlag<T> => ({
  name,
  type: 'text',
  value,
  description,
  parse,
});

const milliseconds = (name: string, standard: string, description: string): WithDefault<number> =>
  flag(name, 'duration', duration, standard, description);

/** In milliseconds. For a negative one there is a well-known text. */
const span = (name: string, standard: string, description: string): WithDefault<number> =>
  flag(name, 'duration', notNegative(name, duration), standard, description);

const amount = (name: string, value: string, standard: string, description: string): WithDefault<number> =>
  flag(name, value, notNegative(name, count), standard, description);

const yesOrNo = (name: string, description: string): WithDefault<boolean> => ({
  ...flag(name, 'true|false', boolean, 'false', description),
  type: 'boolean',
});

/** Flags of the server with parsers of their own, by the options that they are. */
export const ownFlags = {
  securePort: flag('secure-port', 'port', port, '6443', 'port of the API, over TLS; 0 takes a free one'),
  bindAddress: flag('bind-address', 'ip', listenAddress, '0.0.0.0', 'address to listen on'),
  dataDirectory: flag(
    'data-dir',
    'directory',
    text,
    '.orch',
    'where the embedded store and generated credentials are kept',
  ),
  etcdServers: optional(
    'etcd-servers',
    'urls',
    servers,
    'etcd members, comma-separated; without them the embedded store is used',
  ),
  etcdPrefix: flag('etcd-prefix', 'path', text, '/registry', 'below which everything is stored'),
  storesProtobuf: flag(
    'storage-media-type',
    'type',
    storesProtobuf,
    jsonType,
    `form in which objects are stored: ${jsonType}, or ${protobufMediaTypes.join(' or ')}; both are read`,
  ),
  removesUnreadable: yesOrNo(
    'allow-unsafe-malformed-object-deletion',
    'whether DELETE with ignoreStoreReadErrorWithClusterBreakingPotential=true removes objects that cannot be read',
  ),
  etcdCaFile: optional('etcd-cafile', 'file', text, 'CA bundle that etcd certificates are verified against'),
  etcdCertFile: optional('etcd-certfile', 'file', text, 'client certificate for etcd'),
  etcdKeyFile: optional('etcd-keyfile', 'file', text, 'key of the client certificate for etcd'),
  encryptionProviderConfig: optional(
    'encryption-provider-config',
    'file',
    file,
    'which resources are encrypted in the store, and how',
  ),
  followsEncryptionConfig: yesOrNo(
    'encryption-provider-config-automatic-reload',
    'follow changes of the encryption configuration; the health of all its KMS plugins is then one check',
  ),
  tlsCertFile: optional(
    'tls-cert-file',
    'file',
    text,
    'serving certificate with its chain; made in the data directory when not given',
  ),
  tlsPrivateKeyFile: optional('tls-private-key-file', 'file', text, 'key of the serving certificate'),
  tlsMinVersion: flag(
    'tls-min-version',
    'version',
    tlsVersion(tlsVersions, 'VersionTLS12'),
    'VersionTLS12',
    `lowest version of TLS that is spoken: ${tlsVersions.join(', ')}`,
  ),
  dialect: flag(
    'dialect',
    'name',
    dialect,
    dialects[0]!.name,
    `product words inside identifiers: ${dialects.map(({ name }) => name).join(' or ')}`,
  ),
  runtimeConfig: optional(
    'runtime-config',
    'list',
    assignments,
    'group-versions or resources to serve or not: apps/v1=false,…',
  ),
  emulatedVersion: flag(
    'emulated-version',
    'release',
    release,
    defaultRelease,
    `the release whose API is served: ${releases[0]} to ${releases.at(-1)}`,
  ),
  minCompatibilityVersion: optional(
    'min-compatibility-version',
    'release',
    compatibleRelease,
    'the oldest release that other servers of the store are of, for the form in which objects are stored; by default the one before',
  ),
  servesNewer: yesOrNo(
    'emulation-forward-compatible',
    'serve newer beta and stable versions of what the emulated release serves, as far as they are on by default',
  ),
  takesLater: yesOrNo(
    'runtime-config-emulation-forward-compatible',
    'serve what --runtime-config names though it came after the emulated release',
  ),
  advertiseAddress: optional(
    'advertise-address',
    'ip',
    address,
    'where the cluster reaches this server; found out when not given',
  ),
  externalHostname: optional(
    'external-hostname',
    'host',
    text,
    'what clients call this server, with or without a port, in URLs that it tells them',
  ),
  serviceClusterIpRanges: flag(
    'service-cluster-ip-range',
    'cidrs',
    addressRanges,
    usualRange,
    'addresses of Services in the cluster: one range, or two of different families',
  ),
  serviceNodePortRange: flag(
    'service-node-port-range',
    'ports',
    portRange,
    usualPorts,
    'ports of Services on the nodes',
  ),
  serviceRepairInterval: milliseconds(
    'service-repair-interval',
    '3m',
    'how often what is taken of both is compared with the Services',
  ),
  watchHistory: milliseconds('watch-history', '5m', 'how long changes are kept for watches that resume'),
  watchCacheCheckInterval: milliseconds(
    'watch-cache-check-interval',
    '5m',
    'how often the caches are compared with the store',
  ),
  requestTimeout: span('request-timeout', '1m', 'how long a request may take that is no watch'),
  minRequestTimeout: amount(
    'min-request-timeout',
    'seconds',
    '1800',
    'how long a watch lasts at least, unless its client says',
  ),
  maxRequestsInFlight: amount(
    'max-requests-inflight',
    'number',
    '400',
    'reads that are worked on at a time; 0 for no limit',
  ),
  maxMutatingRequestsInFlight: amount(
    'max-mutating-requests-inflight',
    'number',
    '200',
    'writes that are worked on at a time; 0 for no limit',
  ),
  shutdownDelay: span(
    'shutdown-delay-duration',
    '0s',
    'how long requests are served after readyz has turned red',
  ),
  livezGracePeriod: flag(
    'livez-grace-period',
    'duration',
    notNegative('livez-grace-period', duration, '--livez-grace-period can not be a negative value'),
    '0s',
    'how long livez waits for a start to be over',
  ),
  verbosity: { ...flag('v', 'level', count, '2', 'how much is logged: 0 to 10'), short: 'v' },
} as const;
