import { dialects } from '../../../api/meta/dialect.ts';
import type { Flag, FlagType } from '../../../util/flags.ts';

const row =
  (type: FlagType) =>
  (name: string, value: string, description: string, standard?: string): Flag => ({
    name,
    type,
    value,
    description,
    ...(standard === undefined ? {} : { default: standard }),
  });
const text = row('text');
const texts = row('texts');
const list = row('list');
const count = row('count');
const boolean = (name: string, description: string, standard?: string): Flag =>
  row('boolean')(name, 'true|false', description, standard);
const duration = (name: string, description: string, standard: string): Flag =>
  row('duration')(name, 'duration', description, standard);
/** One below zero is refused by its reader. */
const span = (name: string, description: string, standard: string): Flag => ({
  ...duration(name, description, standard),
  mayBeNegative: true,
});

/** In the words of each dialect, as `--service-node-port` would be taken for a range. */
export const nodePortFlags = dialects.map(({ service }) => `${service}-service-node-port`);

/** Flags of the server itself. Those of plugins, methods and modes stand in their descriptors. */
export const serverFlags: readonly Flag[] = [
  text('config', 'file', 'flags in YAML, by their names without dashes; the command line has the last word'),
  list(
    'tls-cipher-suites',
    'suites',
    'suites up to TLS 1.2, by their IANA names; those of Node.js by default',
  ),
  list(
    'tls-curve-preferences',
    'curves',
    'groups for the exchange of keys, by their numbers or names in TLS; those of Node.js by default',
  ),
  texts(
    'tls-sni-cert-key',
    'cert,key[:names]',
    'certificate and key for clients that ask for one of the names, *.name among them; for those in the ' +
      'certificate when none are given; may be repeated',
  ),
  text('cert-dir', 'directory', 'where generated credentials are kept; the data directory when not given'),
  count(
    'http2-max-streams-per-connection',
    'number',
    'open requests of one HTTP/2 connection; 0 is 100',
    '0',
  ),
  boolean('disable-http2-serving', 'speaks HTTP/1.1 alone', 'false'),
  text(
    'workers',
    'number',
    'servers on the port, each a process with caches of its own: auto for one per core; more than one needs etcd',
    '1',
  ),
  duration('worker-silence-limit', 'a worker whose event loop stands still for so long is replaced', '30s'),
  boolean('permit-port-sharing', 'several servers may listen on the port (SO_REUSEPORT)', 'false'),
  list('cors-allowed-origins', 'patterns', 'regular expressions of origins whose pages browsers let in'),
  list(
    'strict-transport-security-directives',
    'directives',
    'sent as Strict-Transport-Security: max-age=<seconds>, includeSubDomains, preload',
  ),
  text(
    'goaway-chance',
    'fraction',
    'part of HTTP/2 requests that ask their client to reconnect; up to 0.02',
    '0',
  ),
  boolean('shutdown-send-retry-after', 'requests that come while the server stops get 429', 'false'),
  span(
    'shutdown-watch-termination-grace-period',
    'time over which the watches that are open end while the server stops; 0 is five seconds',
    '0s',
  ),
  boolean(
    'profiling',
    'serves profiles, heap snapshots and tables of the state of the server below /debug/',
    'true',
  ),
  text(
    'tracing-config-file',
    'file',
    'a TracingConfiguration: where spans of requests are sent, and of how many',
  ),
  text('logging-format', 'format', 'how the log is written: json or text', 'json'),
  texts('feature-gates', 'gates', 'features that are switched on or off: Name=true,…'),
  text(
    'show-hidden-metrics-for-version',
    'release',
    'shows the metrics that this release hid; the one before',
  ),
  list('disabled-metrics', 'names', 'metrics that are not shown'),
  duration('event-ttl', 'how long events are kept; 0 keeps them', '1h'),
  boolean('allow-privileged', 'whether containers may be privileged', 'false'),
  count('delete-collection-workers', 'number', 'objects of a collection that are deleted at a time', '16'),
  text(
    'endpoint-reconciler-type',
    'type',
    'how replicas find each other for the Endpoints of the API: lease, master-count (they are counted), or none',
    'lease',
  ),
  count('apiserver-count', 'number', 'replicas of the cluster, for master-count', '1'),
  ...nodePortFlags.map((name) =>
    count(name, 'port', 'port of the Service of the API on every node; 0 for none', '0'),
  ),
  text(
    'egress-selector-config-file',
    'file',
    'through what connections leave the server; only Direct is served',
  ),
  duration('etcd-compaction-interval', 'how often old revisions are forgotten; 0 never', '5m'),
  duration('etcd-healthcheck-timeout', 'how long the health checks wait for the store', '2s'),
  duration('etcd-readycheck-timeout', 'how long the check of readiness waits for the store', '2s'),
  span(
    'storage-initialization-timeout',
    'how long a start waits for the store to answer, before it is given up',
    '1m',
  ),
  duration('etcd-count-metric-poll-period', 'objects are counted whenever metrics are read; 0 never', '1m'),
  duration('etcd-db-metric-poll-interval', 'the store is measured whenever metrics are read; 0 never', '30s'),
  text(
    'peer-advertise-ip',
    'ip',
    'address at which other servers reach this one; the advertised one by default',
  ),
  text('peer-advertise-port', 'port', 'port at which other servers reach this one; its own by default'),
  count('identity-lease-duration-seconds', 'seconds', 'how long the Lease of a server lasts', '3600'),
  count('identity-lease-renew-interval-seconds', 'seconds', 'how often a server renews its Lease', '10'),
];
