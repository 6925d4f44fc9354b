import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { CoreV1Pod, SchedulingV1alpha2PodGroup } from '../../api/schema/types.gen.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { allPages } from '../shared/all-pages.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { podsType } from '../shared/resources.ts';
import { awaitsRelease, protectedFinalizers } from './protection.ts';
import { usesGroup } from './use-of-groups.ts';
import { WaitingNames } from './waiting-names.ts';

const workers = 1;

export function createGroupProtection({
  client,
  objects,
  dialect,
  log,
  meterOf,
}: ControllerDependencies): Controller {
  const group = fillPlaceholders(dialect, 'scheduling.{api}');
  const finalizer = `${group}/podgroup-protection`;
  const type = { group, version: 'v1alpha2', resource: 'podgroups' };
  const stored = objects.lister<SchedulingV1alpha2PodGroup>(type);
  const served = client.resource<SchedulingV1alpha2PodGroup>(type);
  const storedPods = objects.lister<CoreV1Pod>(podsType);
  const servedPods = client.resource<CoreV1Pod>(podsType);
  const waiting = new WaitingNames();

  /** Pods are asked for anew before a group is given free: the cache may not show yet the one that belongs to it. */
  const isInUse = async (namespace: string, name: string): Promise<boolean> => {
    if (storedPods.list(namespace).some((pod) => usesGroup(pod, name))) return true;
    for await (const pods of allPages((options) => servedPods.list(namespace, options)))
      if (pods.some((pod) => usesGroup(pod, name))) return true;
    return false;
  };

  const work = async (key: string): Promise<void> => {
    const [namespace, name] = key.split('/') as [string, string];
    const found = stored.get(namespace, name);
    const isWaiting = found !== undefined && awaitsRelease(found, finalizer);
    waiting.set(namespace, name, isWaiting);
    if (found === undefined) return;
    const finalizers = protectedFinalizers(found, finalizer, isWaiting && (await isInUse(namespace, name)));
    if (finalizers === undefined) return;
    await served.update(namespace, name, { ...found, metadata: { ...found.metadata, finalizers } });
  };

  const queue = keyedQueue({ log, meter: meterOf?.('podgroup_protection'), workers, work });
  return queueController([queue], (observers) => {
    observers.use(stored.observe(({ namespace, name }) => queue.add(`${namespace}/${name}`)));
    observers.use(
      storedPods.observe(({ namespace }) => {
        for (const name of waiting.of(namespace)) queue.add(`${namespace}/${name}`);
      }),
    );
  });
}
