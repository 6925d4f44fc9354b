import { implementedRelease, isReleasedBy } from '../../../api/meta/release.ts';
import type { FlagTexts } from '../../command-line.ts';
import { StartError } from '../../start-error.ts';

/** The releases that know a flag: all, where nothing is said. */
interface FlagLife {
  readonly name: string;
  /** First release with it. */
  readonly since?: string;
  /** First release without it. */
  readonly until?: string;
}

/** The flags that came or went after 1.23. Those of this server alone are in every release. */
const lives: readonly FlagLife[] = [
  { name: 'address', until: '1.24' },
  { name: 'insecure-bind-address', until: '1.24' },
  { name: 'insecure-port', until: '1.24' },
  { name: 'port', until: '1.24' },
  { name: 'identity-lease-duration-seconds', until: '1.26' },
  { name: 'identity-lease-renew-interval-seconds', until: '1.26' },
  { name: 'master-service-namespace', until: '1.27' },
  { name: 'cloud-provider-gce-lb-src-cidrs', until: '1.31' },
  { name: 'cloud-provider-gce-l7lb-src-cidrs', until: '1.31' },
  { name: 'cloud-provider', until: '1.33' },
  { name: 'cloud-config', until: '1.33' },
  { name: 'etcd-readycheck-timeout', since: '1.25' },
  { name: 'debug-socket-path', since: '1.27' },
  { name: 'shutdown-watch-termination-grace-period', since: '1.27' },
  { name: 'peer-ca-file', since: '1.28' },
  { name: 'peer-advertise-ip', since: '1.28' },
  { name: 'peer-advertise-port', since: '1.28' },
  { name: 'authentication-config', since: '1.28' },
  { name: 'allow-metric-labels-manifest', since: '1.29' },
  { name: 'authorization-config', since: '1.29' },
  { name: 'log-text-split-stream', since: '1.30' },
  { name: 'log-text-info-buffer-size', since: '1.30' },
  { name: 'disable-http2-serving', since: '1.31' },
  { name: 'storage-initialization-timeout', since: '1.31' },
  { name: 'service-account-signing-endpoint', since: '1.32' },
  { name: 'requestheader-uid-headers', since: '1.32' },
  { name: 'emulation-forward-compatible', since: '1.33' },
  { name: 'runtime-config-emulation-forward-compatible', since: '1.33' },
  { name: 'coordinated-leadership-lease-duration', since: '1.34' },
  { name: 'coordinated-leadership-renew-deadline', since: '1.34' },
  { name: 'coordinated-leadership-retry-period', since: '1.34' },
  { name: 'tls-curve-preferences', since: '1.36' },
];

/**
 * Throws StartError for a flag that the release has not, or has no more: a server of it would not start either. One that
 * the newest release emulates has the flags of that.
 */
export function checkOfRelease(texts: FlagTexts, release: string): void {
  const implemented = implementedRelease(release);
  for (const { name, since, until } of lives) {
    if (!Object.hasOwn(texts, name)) continue;
    if (since !== undefined && !isReleasedBy(since, implemented))
      throw new StartError(`unknown flag: --${name} (it came with ${since}, and the release is ${release})`);
    if (until !== undefined && isReleasedBy(until, implemented))
      throw new StartError(
        `unknown flag: --${name} (${until} has dropped it, and the release is ${release})`,
      );
  }
}
