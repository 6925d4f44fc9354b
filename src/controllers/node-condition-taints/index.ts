import type { CoreV1Node } from '../../api/schema/types.gen.ts';
import { timeNow } from '../../api/values/time.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';
import { nodesType } from '../shared/resources.ts';
import { taintsByConditions } from './taints.ts';

const workers = 5;

export const nodeConditionTaintsController: ControllerDescriptor = {
  name: 'node-condition-taints',
  account: 'node-controller',
  flags: [],
  create: async (dependencies) => createNodeConditionTaints(dependencies),
};

function createNodeConditionTaints({
  client,
  objects,
  dialect,
  clock,
  log,
  meterOf,
}: ControllerDependencies): Controller {
  const stored = objects.lister<CoreV1Node>(nodesType);
  const served = client.resource<CoreV1Node>(nodesType);

  const work = async (name: string): Promise<void> => {
    const node = stored.get('', name);
    if (node === undefined) return;
    const now = timeNow(clock.now());
    const taints = taintsByConditions(node, `node.${dialect.label}`, now);
    if (taints === undefined) return;
    const { resourceVersion } = node.metadata;
    // Taints that somebody else adds meanwhile are a conflict, and are looked at anew.
    await served.patch(
      '',
      name,
      { metadata: { resourceVersion }, spec: { taints } },
      'application/merge-patch+json',
    );
  };

  const queue = keyedQueue({ log, meter: meterOf?.('node_condition_taints'), workers, work });
  return queueController([queue], (observers) => {
    observers.use(stored.observe(({ name, fieldsAfter }) => fieldsAfter && queue.add(name)));
  });
}
