import { fillPlaceholders } from '../../api/meta/dialect.ts';
import type { CoreV1Node } from '../../api/schema/types.gen.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { nodesType } from '../shared/resources.ts';
import { ClusterSize } from './bands.ts';

const workers = 5;

export const nodeTtlController: ControllerDescriptor = {
  name: 'ttl',
  account: 'ttl-controller',
  flags: [],
  create: async (dependencies) => createNodeTtl(dependencies),
};

function createNodeTtl({ client, objects, dialect, log, meterOf }: ControllerDependencies): Controller {
  const annotation = fillPlaceholders(dialect, 'node.alpha.{label}/ttl');
  const stored = objects.lister<CoreV1Node>(nodesType);
  const served = client.resource<CoreV1Node>(nodesType);
  const size = new ClusterSize();

  const work = async (name: string): Promise<void> => {
    const node = stored.get('', name);
    const seconds = String(size.seconds);
    if (node === undefined || node.metadata.annotations?.[annotation] === seconds) return;
    const patch = { metadata: { annotations: { [annotation]: seconds } } };
    await served.patch('', name, patch, 'application/strategic-merge-patch+json');
  };

  const queue = keyedQueue({ log, meter: meterOf?.('ttlcontroller'), workers, work });
  return queueController([queue], (observers) => {
    const observed = stored.observe(({ name, fieldsBefore, fieldsAfter }) => {
      if (fieldsBefore === undefined) size.add();
      if (fieldsAfter === undefined) size.remove();
      // Nodes say often that they are alive: those that are there follow when the size has changed.
      else queue.add(name);
    });
    observers.use(observed);
  });
}
