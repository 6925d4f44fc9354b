import { isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import { IdentityLease, serverIdentity } from '../../bootstrap/identity-lease.ts';
import { isStatus } from '../../registry/storage-errors.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import { systemClock } from '../../util/clock.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import { systemRandom } from '../../util/random.ts';
import { addressOf } from './default-service.ts';
import type { ApiServerOptions } from './options.ts';
import type { RegistryParts } from './registry-parts.ts';

interface IdentityDependencies {
  options: ApiServerOptions;
  registry: RegistryParts;
  objects: SystemObjects;
  log: Logger;
  /** The port that this server listens on. */
  port: number;
}

/** Interval between looks for Leases of servers that are gone, in milliseconds. */
const collectInterval = 3_600_000;

/** Keeps the Lease of this server while it runs, where the feature gate is on. It ends by itself when the server does. */
export async function keepIdentity(dependencies: IdentityDependencies): Promise<AsyncDisposable | undefined> {
  const { options, log } = dependencies;
  const { settings } = options;
  if (!settings.gates.isOn('APIServerIdentity')) return undefined;
  const lease = identityLease(dependencies);
  const failed = (error: Error): void => log.warn(`identity lease: ${error.message}`);
  await lease.renew().catch(failed);
  const tasks = [
    new PeriodicTask(() => lease.renew(), settings.identityLease.renewal * 1000, failed),
    new PeriodicTask(() => lease.collect(), collectInterval, failed),
  ];
  void lease.collect().catch(failed);
  for (const task of tasks) task.start();
  return { [Symbol.asyncDispose]: async () => void (await Promise.all(tasks.map((task) => task.close()))) };
}

function identityLease({ options, registry, objects, port }: IdentityDependencies): IdentityLease {
  const { dialect, emulatedVersion, settings } = options;
  const leaseType = leaseTypeOf(dialect);
  const identity = serverIdentity(dialect, emulatedVersion, {
    uuid: systemRandom.uuid(),
    hostname: hostname(),
    peerAddress: peerAddressOf(options, port),
  });
  return new IdentityLease({
    objects,
    leaseType,
    identity,
    clock: systemClock,
    leases: registry.cached.lister({ group: `coordination.${dialect.api}`, resource: 'leases' }),
    remove: async (name, resourceVersion) => {
      const resource = registry.resources.stored.get(leaseType);
      if (resource === undefined) return;
      await registry.deleter
        .delete(resource, identity.namespace, name, { preconditions: { resourceVersion } }, false)
        .catch((error) => {
          // Renewed, or removed by another server.
          if (!isStatus(error, 404) && !isStatus(error, 409)) throw error;
        });
    },
    duration: settings.identityLease.duration,
  });
}

/** Undefined where other servers have no use for it. */
function peerAddressOf(options: ApiServerOptions, port: number): string | undefined {
  const isAnnounced = options.settings.gates.isOn('UnknownVersionInteroperabilityProxy');
  const { peer } = options.settings;
  const address = isAnnounced ? (peer.address ?? addressOf(options)) : undefined;
  if (address === undefined) return undefined;
  return `${isIPv6(address) ? `[${address}]` : address}:${peer.port ?? port}`;
}

const leaseTypeOf = (dialect: Dialect): string => fillPlaceholders(dialect, 'leases.coordination.{api}');
