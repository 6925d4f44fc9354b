import type { CoreV1Pod, MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import type { ResourceType } from '../../client/api/resource-client.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { allPages } from '../shared/all-pages.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { podsType } from '../shared/resources.ts';
import { awaitsRelease, protectedFinalizers } from './protection.ts';
import { WaitingNames } from './waiting-names.ts';

const workers = 1;

interface UsedObject {
  readonly metadata: MetaV1ObjectMeta;
}

/** A type of objects that pods of their namespace use. */
export interface PodsUse<T> {
  readonly type: ResourceType;
  readonly finalizer: string;
  /** Name of its metrics. */
  readonly metered: string;
  isUsedBy(object: T, pod: CoreV1Pod): boolean;
  /** Whether a pod that is still there may have given objects free. */
  mayFree(pod: CoreV1Pod): boolean;
}

/** Removes the finalizer of deleted objects that no pod uses any more, and adds it where it is missing. */
export function protectionByPods<T extends UsedObject>(
  { client, objects, log, meterOf }: ControllerDependencies,
  { type, finalizer, metered, isUsedBy, mayFree }: PodsUse<T>,
): Controller {
  const stored = objects.lister<T>(type);
  const served = client.resource<T>(type);
  const storedPods = objects.lister<CoreV1Pod>(podsType);
  const servedPods = client.resource<CoreV1Pod>(podsType);
  const waiting = new WaitingNames();

  /** Pods are asked for anew before an object is given free: the cache may not show yet the one that uses it. */
  const isInUse = async (namespace: string, object: T): Promise<boolean> => {
    if (storedPods.list(namespace).some((pod) => isUsedBy(object, pod))) return true;
    for await (const pods of allPages((options) => servedPods.list(namespace, options)))
      if (pods.some((pod) => isUsedBy(object, pod))) return true;
    return false;
  };

  const work = async (key: string): Promise<void> => {
    const [namespace, name] = key.split('/') as [string, string];
    const object = stored.get(namespace, name);
    const isWaiting = object !== undefined && awaitsRelease(object, finalizer);
    waiting.set(namespace, name, isWaiting);
    if (object === undefined) return;
    const finalizers = protectedFinalizers(
      object,
      finalizer,
      isWaiting && (await isInUse(namespace, object)),
    );
    if (finalizers === undefined) return;
    await served.update(namespace, name, { ...object, metadata: { ...object.metadata, finalizers } });
  };

  const queue = keyedQueue({ log, meter: meterOf?.(metered), workers, work });
  return queueController([queue], (observers) => {
    observers.use(stored.observe(({ namespace, name }) => queue.add(`${namespace}/${name}`)));
    const observed = storedPods.observe(({ namespace, after }) => {
      const names = waiting.of(namespace);
      if (names.size === 0) return;
      const pod = after();
      if (pod !== undefined && !mayFree(pod)) return;
      for (const name of names) queue.add(`${namespace}/${name}`);
    });
    observers.use(observed);
  });
}
