import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Lister } from '../../api/meta/lister.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import type {
  CoreV1PersistentVolume,
  CoreV1PersistentVolumeClaim,
  StorageV1VolumeAttributesClass,
} from '../../api/schema/types.gen.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { allPages } from '../shared/all-pages.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { persistentVolumeClaimsType, persistentVolumesType } from '../shared/resources.ts';
import { awaitsRelease, protectedFinalizers } from './protection.ts';
import { classesOfClaim, classesOfVolume } from './use-of-classes.ts';

const workers = 1;

/** The release from which on classes are protected, and the one that serves them as v1. */
const since = '1.32';
const stableSince = '1.34';

export function createClassProtection(dependencies: ControllerDependencies): Controller | undefined {
  const { client, objects, dialect, gates, log, meterOf } = dependencies;
  if (!gates.isIn(since)) return undefined;
  const finalizer = `${dialect.label}/vac-protection`;
  const type = {
    group: fillPlaceholders(dialect, 'storage.{api}'),
    version: isReleasedBy(stableSince, gates.release) ? 'v1' : 'v1beta1',
    resource: 'volumeattributesclasses',
  };
  const stored = objects.lister<StorageV1VolumeAttributesClass>(type);
  const served = client.resource<StorageV1VolumeAttributesClass>(type);
  const claims = objects.lister<CoreV1PersistentVolumeClaim>(persistentVolumeClaimsType);
  const volumes = objects.lister<CoreV1PersistentVolume>(persistentVolumesType);
  const isInUse = usesOf(client, claims, volumes);
  /** Deleted classes that something uses: of others no claim or volume has to be looked at. */
  const waiting = new Set<string>();

  const work = async (name: string): Promise<void> => {
    const found = stored.get('', name);
    const isWaiting = found !== undefined && awaitsRelease(found, finalizer);
    if (isWaiting) waiting.add(name);
    else waiting.delete(name);
    if (found === undefined) return;
    const finalizers = protectedFinalizers(found, finalizer, isWaiting && (await isInUse(name)));
    if (finalizers === undefined) return;
    await served.update('', name, { ...found, metadata: { ...found.metadata, finalizers } });
  };

  const queue = keyedQueue({ log, meter: meterOf?.('vacprotection'), workers, work });
  const lookAgain = (): void => {
    for (const name of waiting) queue.add(name);
  };
  return queueController([queue], (observers) => {
    observers.use(stored.observe(({ name }) => queue.add(name)));
    observers.use(claims.observe(lookAgain));
    observers.use(volumes.observe(lookAgain));
  });
}

/** Whether a claim or volume names a class. They are asked for anew where the cache shows none, which may not have seen the last one. */
function usesOf(
  client: ControllerDependencies['client'],
  storedClaims: Lister<CoreV1PersistentVolumeClaim>,
  storedVolumes: Lister<CoreV1PersistentVolume>,
): (name: string) => Promise<boolean> {
  const claims = client.resource<CoreV1PersistentVolumeClaim>(persistentVolumeClaimsType);
  const volumes = client.resource<CoreV1PersistentVolume>(persistentVolumesType);
  return async (name) => {
    const inClaim = (claim: CoreV1PersistentVolumeClaim): boolean => classesOfClaim(claim).includes(name);
    const inVolume = (volume: CoreV1PersistentVolume): boolean => classesOfVolume(volume).includes(name);
    if (storedClaims.list().some(inClaim) || storedVolumes.list().some(inVolume)) return true;
    for await (const page of allPages((options) => claims.list('', options)))
      if (page.some(inClaim)) return true;
    for await (const page of allPages((options) => volumes.list('', options)))
      if (page.some(inVolume)) return true;
    return false;
  };
}
