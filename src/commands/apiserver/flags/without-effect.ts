import type { Flag, FlagType, FlagValues } from '../../../util/flags.ts';

/** A flag that is accepted, so that existing manifests start the server, and changes nothing. */
interface FlagWithoutEffect {
  readonly name: string;
  readonly type: FlagType;
  /** Ends the sentence "--name has no effect: …". */
  readonly reason: string;
  /** A value that asks for what this server does anyway: no warning. */
  readonly fits?: string;
}

const logGoesToStderr = 'the log goes to standard error, a line at a time';
const noInsecurePort = 'there is no port without TLS';
const noCloud = 'the server asks no cloud; a cloud controller manager does';
const noHistorySize = 'the history of a watch cache is bounded by time, with --watch-history';
const noElection = 'every server takes part in choosing the holders of leases: none of them leads';
const removed = 'later releases of the API have dropped it as well';

const row =
  (type: FlagType) =>
  (name: string, reason: string, fits?: string): FlagWithoutEffect => ({
    name,
    type,
    reason,
    ...(fits === undefined ? {} : { fits }),
  });
const text = row('text');
const list = row('list');
const count = row('count');
const boolean = row('boolean');
const duration = row('duration');

/** In the order of their subjects: listening, store, cluster, log. */
export const flagsWithoutEffect: readonly FlagWithoutEffect[] = [
  text('address', noInsecurePort),
  text('insecure-bind-address', noInsecurePort),
  boolean('permit-address-sharing', 'addresses are always taken with SO_REUSEADDR', 'true'),
  boolean('contention-profiling', 'the server runs on one thread and has no locks', 'false'),
  boolean('enable-logs-handler', 'files of the host are not served', 'false'),
  list('allow-metric-labels', 'values of labels come from definitions, never from clients'),
  text('allow-metric-labels-manifest', 'values of labels come from definitions, never from clients', ''),
  duration('coordinated-leadership-lease-duration', noElection, '15s'),
  duration('coordinated-leadership-renew-deadline', noElection, '10s'),
  duration('coordinated-leadership-retry-period', noElection, '2s'),
  boolean('watch-cache', 'reads and watches are always served from caches', 'true'),
  list('watch-cache-sizes', noHistorySize),
  count('default-watch-cache-size', noHistorySize),
  count('deserialization-cache-size', removed),
  count('target-ram-mb', removed),
  count('lease-reuse-duration-seconds', 'events share a lease for a twentieth of their time to live'),
  text('cloud-provider', noCloud, ''),
  text('cloud-config', noCloud, ''),
  list('cloud-provider-gce-lb-src-cidrs', noCloud),
  list('cloud-provider-gce-l7lb-src-cidrs', noCloud),
  text('azure-container-registry-config', noCloud, ''),
  text('master-service-namespace', 'the Service of the API is in the namespace default', 'default'),
  boolean('kubelet-https', 'node agents are always reached over TLS', 'true'),
  count('kubelet-read-only-port', 'node agents are reached at one port', '0'),
  duration('kubelet-timeout', 'a request to a node agent lasts as long as that of its client'),
  text('vmodule', 'verbosity is that of the whole server, with --v', ''),
  boolean('experimental-logging-sanitization', 'values of Secrets and tokens never get to the log'),
  boolean('add-dir-header', 'log lines name no files', 'false'),
  boolean('skip-headers', logGoesToStderr, 'false'),
  boolean('skip-log-headers', logGoesToStderr, 'false'),
  boolean('alsologtostderr', logGoesToStderr),
  boolean('logtostderr', logGoesToStderr, 'true'),
  boolean('one-output', logGoesToStderr),
  text('stderrthreshold', logGoesToStderr),
  text('log-backtrace-at', 'log lines name no files', ':0'),
  text('log-dir', logGoesToStderr, ''),
  text('log-file', logGoesToStderr, ''),
  count('log-file-max-size', logGoesToStderr),
  duration('log-flush-frequency', logGoesToStderr),
  text('log-json-info-buffer-size', logGoesToStderr),
  boolean('log-json-split-stream', logGoesToStderr, 'false'),
  text('log-text-info-buffer-size', logGoesToStderr),
  boolean('log-text-split-stream', logGoesToStderr, 'false'),
];

/** The flags without effect for the parser and the help. */
export const acceptedFlags: readonly Flag[] = flagsWithoutEffect.map(({ name, type, reason }) => ({
  name,
  type,
  value: type,
  description: `accepted, without effect: ${reason}`,
}));

/** One line for each that was given, for the log. */
export function warningsOf(given: FlagValues): string[] {
  return flagsWithoutEffect
    .filter(({ name, fits }) => given.has(name) && given.text(name) !== fits)
    .map(({ name, reason }) => `--${name} has no effect: ${reason}`);
}
