import { isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import { type Identity, IdentityLease, serverIdentity } from '../../bootstrap/identity-lease.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import { systemClock } from '../../util/clock.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import { systemRandom } from '../../util/random.ts';
import { addressOf } from './default-service.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { ApiServerOptions } from './options.ts';
import type { RegistryParts } from './registry-parts.ts';
import { removeUnchanged } from './remove-unchanged.ts';
import { storageVersionsStep } from './start-steps.ts';
import { storageVersionsOf } from './storage-versions.ts';

interface IdentityDependencies {
  options: ApiServerOptions;
  registry: RegistryParts;
  objects: SystemObjects;
  log: Logger;
  lifecycle: Pick<Lifecycle, 'done'>;
  /** The port that this server listens on. */
  port: number;
}

/** Interval between looks for Leases of servers that are gone, in milliseconds. */
const collectInterval = 3_600_000;

/** Keeps the Lease of this server while it runs, where the feature gate is on. It ends by itself when the server does. */
export async function keepIdentity(dependencies: IdentityDependencies): Promise<AsyncDisposable | undefined> {
  const { options, log, lifecycle } = dependencies;
  const { settings } = options;
  if (!settings.gates.isOn('APIServerIdentity')) return undefined;
  const identity = identityOf(dependencies);
  const lease = identityLease(dependencies, identity);
  const versions = storageVersionsOf(options, { ...dependencies, identity });
  const failed = (error: Error): void => log.warn(`identity lease: ${error.message}`);
  await lease.renew().catch(failed);
  // Nobody waits for it at a start: it writes an object for each resource type.
  void (versions?.update() ?? Promise.resolve())
    .catch(failed)
    .then(() => lifecycle.done(storageVersionsStep));
  const collect = async (): Promise<void> => {
    await lease.collect();
    await versions?.update();
  };
  const tasks = [
    new PeriodicTask(() => lease.renew(), settings.identityLease.renewal * 1000, failed),
    new PeriodicTask(collect, collectInterval, failed),
  ];
  void lease.collect().catch(failed);
  for (const task of tasks) task.start();
  return { [Symbol.asyncDispose]: async () => void (await Promise.all(tasks.map((task) => task.close()))) };
}

const identityOf = ({ options, port }: IdentityDependencies): Identity =>
  serverIdentity(options.dialect, options.emulatedVersion, {
    uuid: systemRandom.uuid(),
    hostname: hostname(),
    peerAddress: peerAddressOf(options, port),
  });

function identityLease(
  { options, registry, objects }: IdentityDependencies,
  identity: Identity,
): IdentityLease {
  const { dialect, settings } = options;
  const leaseType = leaseTypeOf(dialect);
  return new IdentityLease({
    objects,
    leaseType,
    identity,
    clock: systemClock,
    leases: registry.cached.lister({ group: `coordination.${dialect.api}`, resource: 'leases' }),
    remove: (name, resourceVersion) =>
      removeUnchanged(registry)(leaseType, { namespace: identity.namespace, name, resourceVersion }),
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
