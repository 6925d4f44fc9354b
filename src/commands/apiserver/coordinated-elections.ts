import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { Elections } from '../../bootstrap/coordinated-election/elections.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import { systemClock } from '../../util/clock.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import type { ApiServerOptions } from './options.ts';
import type { RegistryParts } from './registry-parts.ts';
import { removeUnchanged } from './remove-unchanged.ts';

interface ElectionDependencies {
  options: ApiServerOptions;
  registry: RegistryParts;
  objects: SystemObjects;
  report(message: string): void;
}

/** Milliseconds between two steps of elections, and between looks for candidates that are gone. */
const stepInterval = 1_000;
const collectInterval = 30 * 60_000;

/** Chooses the holders of leases that have candidates, where the feature gate is on. */
export function startElections(dependencies: ElectionDependencies): AsyncDisposable | undefined {
  const { options, registry, objects, report } = dependencies;
  const { dialect, settings } = options;
  if (!settings.gates.isOn('CoordinatedLeaderElection')) return undefined;
  const group = fillPlaceholders(dialect, 'coordination.{api}');
  const types = { lease: `leases.${group}`, candidate: `leasecandidates.${group}` };
  if (!registry.resources.stored.has(types.candidate)) return undefined;
  const elections = new Elections({
    objects,
    leases: registry.cached.lister({ group, resource: 'leases' }),
    candidates: registry.cached.lister({ group, resource: 'leasecandidates' }),
    types,
    annotation: `${group}/elected-by`,
    clock: systemClock,
    remove: (metadata) => removeUnchanged(registry)(types.candidate, metadata),
  });
  const failed = ({ message }: Error): void => report(`coordinated leader election: ${message}`);
  const tasks = [
    new PeriodicTask(() => elections.step(), stepInterval, failed),
    new PeriodicTask(() => elections.collect(), collectInterval, failed),
  ];
  for (const task of tasks) task.start();
  return { [Symbol.asyncDispose]: async () => void (await Promise.all(tasks.map((task) => task.close()))) };
}
