import type { BatchV1Job } from '../../api/schema/types.gen.ts';
import { isNotFound } from '../../client/api/api-error.ts';
import type { Flag } from '../../util/flags.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { type Expiry, expiryOf } from './expiry.ts';

const workersFlag: Flag = {
  name: 'concurrent-ttl-after-finished-syncs',
  type: 'count',
  value: 'n',
  default: '5',
  description: 'finished Jobs that are looked at at a time, to delete them after their time to live',
};

const type = { group: 'batch', version: 'v1', resource: 'jobs' };

export const ttlAfterFinishedController: ControllerDescriptor = {
  name: 'ttl-after-finished',
  account: 'ttl-after-finished-controller',
  flags: [workersFlag],
  create: async (dependencies) => createTtlAfterFinished(dependencies),
};

function createTtlAfterFinished({
  client,
  objects,
  clock,
  flags,
  log,
  meterOf,
}: ControllerDependencies): Controller {
  const stored = objects.lister<BatchV1Job>(type);
  const served = client.resource<BatchV1Job>(type);

  /** Whether the time is over; if not, the key comes again when it is. */
  const isOver = (key: string, { finished, due }: Expiry): boolean => {
    const now = clock.now();
    if (finished > now) log.warn(`${key} finished in the future: clocks differ`);
    if (due > now) queue.addAfter(key, due - now);
    return due <= now;
  };

  const work = async (key: string): Promise<void> => {
    const [namespace, name] = key.split('/') as [string, string];
    const seen = stored.get(namespace, name);
    const expiry = seen && expiryOf(seen);
    if (expiry === undefined || !isOver(key, expiry)) return;
    try {
      // Its time to live may have been changed a moment ago.
      const job = await served.get(namespace, name);
      const newest = expiryOf(job);
      if (newest === undefined || !isOver(key, newest)) return;
      const { uid } = job.metadata;
      await served.delete(namespace, name, { propagationPolicy: 'Foreground', preconditions: { uid: uid! } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  };

  const queue = keyedQueue({
    log,
    meter: meterOf?.('ttl_jobs_to_delete'),
    work,
    workers: Math.max(1, flags.count(workersFlag.name)),
  });
  return queueController([queue], (observers) => {
    const observed = stored.observe(({ namespace, name, after }) => {
      const job = after();
      const mayEnd = typeof job?.spec.ttlSecondsAfterFinished === 'number';
      if (mayEnd && !job.metadata.deletionTimestamp) queue.add(`${namespace}/${name}`);
    });
    observers.use(observed);
  });
}
