import type { CoreV1PersistentVolumeClaim, CoreV1Pod } from '../../api/schema/types.gen.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { allPages } from '../shared/all-pages.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { persistentVolumeClaimsType, podsType } from '../shared/resources.ts';
import { awaitsRelease, protectedFinalizers } from './protection.ts';
import { usesClaim } from './use-of-claims.ts';
import { WaitingNames } from './waiting-names.ts';

const workers = 1;

export function createClaimProtection({
  client,
  objects,
  dialect,
  log,
  meterOf,
}: ControllerDependencies): Controller {
  const finalizer = `${dialect.label}/pvc-protection`;
  const stored = objects.lister<CoreV1PersistentVolumeClaim>(persistentVolumeClaimsType);
  const served = client.resource<CoreV1PersistentVolumeClaim>(persistentVolumeClaimsType);
  const storedPods = objects.lister<CoreV1Pod>(podsType);
  const servedPods = client.resource<CoreV1Pod>(podsType);
  const waiting = new WaitingNames();

  /** Pods are asked for anew before a claim is given free: the cache may not show yet the one that uses it. */
  const isInUse = async (namespace: string, claim: CoreV1PersistentVolumeClaim): Promise<boolean> => {
    if (storedPods.list(namespace).some((pod) => usesClaim(pod, claim))) return true;
    for await (const pods of allPages((options) => servedPods.list(namespace, options)))
      if (pods.some((pod) => usesClaim(pod, claim))) return true;
    return false;
  };

  const work = async (key: string): Promise<void> => {
    const [namespace, name] = key.split('/') as [string, string];
    const claim = stored.get(namespace, name);
    const isWaiting = claim !== undefined && awaitsRelease(claim, finalizer);
    waiting.set(namespace, name, isWaiting);
    if (claim === undefined) return;
    const finalizers = protectedFinalizers(claim, finalizer, isWaiting && (await isInUse(namespace, claim)));
    if (finalizers === undefined) return;
    await served.update(namespace, name, { ...claim, metadata: { ...claim.metadata, finalizers } });
  };

  const queue = keyedQueue({ log, meter: meterOf?.('pvcprotection'), workers, work });
  return queueController([queue], (observers) => {
    observers.use(stored.observe(({ namespace, name }) => queue.add(`${namespace}/${name}`)));
    const observed = storedPods.observe(({ namespace, after }) => {
      const names = waiting.of(namespace);
      if (names.size === 0) return;
      const pod = after();
      // A pod gives its claims free when it goes; one that stays may do so only once it is being deleted.
      if (pod !== undefined && !pod.metadata.deletionTimestamp) return;
      for (const name of names) queue.add(`${namespace}/${name}`);
    });
    observers.use(observed);
  });
}
