import type { CoreV1PersistentVolume } from '../../api/schema/types.gen.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { persistentVolumesType } from '../shared/resources.ts';
import { protectedFinalizers } from './protection.ts';

const workers = 1;

export function createVolumeProtection({
  client,
  objects,
  dialect,
  log,
  meterOf,
}: ControllerDependencies): Controller {
  const finalizer = `${dialect.label}/pv-protection`;
  const stored = objects.lister<CoreV1PersistentVolume>(persistentVolumesType);
  const served = client.resource<CoreV1PersistentVolume>(persistentVolumesType);

  const work = async (name: string): Promise<void> => {
    const volume = stored.get('', name);
    if (volume === undefined) return;
    const finalizers = protectedFinalizers(volume, finalizer, volume.status?.phase === 'Bound');
    if (finalizers === undefined) return;
    await served.update('', name, { ...volume, metadata: { ...volume.metadata, finalizers } });
  };

  const queue = keyedQueue({ log, meter: meterOf?.('pvprotection'), workers, work });
  return queueController([queue], (observers) => {
    observers.use(stored.observe(({ name }) => queue.add(name)));
  });
}
