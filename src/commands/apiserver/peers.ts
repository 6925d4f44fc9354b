import { hostname } from 'node:os';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { authenticatedGroup } from '../../api/meta/user.ts';
import type { CoordinationV1Lease } from '../../api/schema/types.gen.ts';
import { serverIdentity } from '../../bootstrap/identity-lease.ts';
import type { Aggregation } from '../../extensions/aggregation/aggregation.ts';
import { Peers } from '../../extensions/peers/peers.ts';
import { type PeerSettings, peerSettings } from '../../extensions/peers/settings.ts';
import type { ApiSurface } from '../../server/surface/api-surface.ts';
import { systemClock } from '../../util/clock.ts';
import { systemRandom } from '../../util/random.ts';
import { StartError } from '../start-error.ts';
import type { ApplicationDependencies } from './application-dependencies.ts';

/** Other servers of the cluster; undefined where nothing is passed on to them. Throws StartError. */
export function peersOf(
  dependencies: ApplicationDependencies,
  surface: ApiSurface,
  aggregation: Aggregation | undefined,
): Peers | undefined {
  const settings = settingsOf(dependencies);
  if (settings === undefined) return undefined;
  const { options, cached, metrics, log } = dependencies;
  const { dialect, emulatedVersion } = options;
  const { namespace, name, label } = serverIdentity(dialect, emulatedVersion, {
    uuid: '',
    hostname: hostname(),
  });
  return new Peers({
    settings,
    leases: {
      leases: cached.lister<CoordinationV1Lease>({
        group: `coordination.${dialect.api}`,
        resource: 'leases',
      }),
      namespace,
      label,
      addressAnnotation: fillPlaceholders(dialect, '{label}/peer-advertise-address'),
      ownName: name,
      clock: systemClock,
    },
    serverName: `${dialect.service}.default.svc`,
    api: dialect.api,
    asker: { name: 'system:apiserver', uid: '', groups: [authenticatedGroup], extra: {} },
    proxiedHeader: `x-${dialect.service}-peer-proxied`,
    isServedHere: ({ group, version, resource }) =>
      surface.groupVersion(group, version)?.resources.has(resource) === true ||
      aggregation?.version(group, version) !== undefined,
    random: systemRandom,
    observer: metrics.peers,
    terminated: (state, code) => metrics.terminated(state, code, 'apiserver'),
    meter: metrics.queues.meterOf('peer-discovery-cache-sync'),
    report: (message) => log.warn(message),
  });
}

function settingsOf({ options }: ApplicationDependencies): PeerSettings | undefined {
  try {
    return peerSettings(options.access, options.settings.gates, systemClock);
  } catch (error) {
    throw new StartError((error as Error).message, { cause: error });
  }
}
