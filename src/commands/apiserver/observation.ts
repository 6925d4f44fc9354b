import type { Logger } from 'pino';
import { flowControlFlag } from '../../access/flow-control/flags.ts';
import { Metrics } from '../../server/metrics/metrics.ts';
import type { ConfiguredEncryption } from '../../storage/encryption/configured-encryption.ts';
import type { StoreHealth } from '../../storage/store-health.ts';
import { buildVersion } from '../version.ts';
import type { ApiServerOptions } from './options.ts';
import type { RegistryParts } from './registry-parts.ts';

/** Whether requests wait in queues of priority levels. */
export const isFair = ({ access, settings }: ApiServerOptions): boolean =>
  access.boolean(flowControlFlag.name) && settings.gates.isOn('APIPriorityAndFairness');

export function metricsFor(options: ApiServerOptions): Metrics {
  const { dialect, emulatedVersion } = options;
  return new Metrics({
    product: dialect.service,
    prefix: dialect.prefix,
    version: buildVersion(emulatedVersion),
    release: emulatedVersion,
    limits: { readOnly: options.maxRequestsInFlight, mutating: options.maxMutatingRequestsInFlight },
    isFair: isFair(options),
    hasRemoteStore: options.etcdServers.length > 0,
    gates: options.settings.gates,
  });
}

export interface ObservationDependencies {
  registry: RegistryParts;
  storeHealth: StoreHealth;
  encryption: ConfiguredEncryption;
  metrics: Metrics;
  log: Logger;
  /** Lets go of what is kept open. */
  held: DisposableStack;
}

/** Follows the store and the caches: metrics and log lines of them, and new keys of encryption. */
export function observeStore({
  registry,
  storeHealth,
  encryption,
  metrics,
  log,
  held,
}: ObservationDependencies): void {
  const { feed, kv } = registry;
  encryption.onChange = () => {
    // A value that no key could decrypt may have one now.
    if (feed.caches.some((cache) => cache.unreadable.hasUndecryptable))
      void feed.reload('there are other keys now');
  };
  metrics.store.writeError = () => kv.writeError;
  const stop = storeHealth.watchWriteError((writeError) => {
    if (writeError === undefined) log.info('the store takes writes again');
    else log.error(writeError);
  });
  held.defer(stop);
  metrics.observeCaches(feed, kv);
  metrics.store.sizes = async () => {
    const { sizeBytes, members } = await kv.status();
    return [{ endpoint: members[0]?.endpoint ?? 'embedded', bytes: sizeBytes }];
  };
}

/** Which metrics are shown. Returns the deprecated ones among them, in order. */
export function chooseMetrics(
  metrics: Metrics,
  { emulatedVersion, settings }: Pick<ApiServerOptions, 'emulatedVersion' | 'settings'>,
): string[] {
  const { showsHiddenMetrics: showsHidden, disabledMetrics, countsObjects, measuresStore } = settings;
  const notices = metrics.choose({
    release: emulatedVersion,
    showsHidden,
    disabled: [
      ...disabledMetrics,
      ...(countsObjects ? [] : ['apiserver_storage_objects', 'etcd_object_counts']),
      ...(measuresStore ? [] : ['etcd_db_total_size_in_bytes']),
    ],
  });
  return notices.sort();
}
