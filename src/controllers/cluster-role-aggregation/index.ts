import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { gathered, isSameRules } from '../../api/rbac/gathered-rules.ts';
import type { RbacV1ClusterRole, RbacV1PolicyRule } from '../../api/schema/types.gen.ts';
import { isAnswer } from '../../client/api/api-error.ts';
import type { Controller, ControllerDependencies, ControllerDescriptor } from '../controller.ts';
import { keyedQueue, queueController } from '../shared/queue-controller.ts';

/** Also the field manager of the rules. */
const account = 'clusterrole-aggregation-controller';
const workers = 5;

export const clusterRoleAggregationController: ControllerDescriptor = {
  name: 'clusterrole-aggregation',
  account,
  flags: [],
  create: async (dependencies) => createAggregation(dependencies),
};

function createAggregation({ client, objects, dialect, log, meterOf }: ControllerDependencies): Controller {
  const group = fillPlaceholders(dialect, 'rbac.authorization.{api}');
  const type = { group, version: 'v1', resource: 'clusterroles' };
  const stored = objects.lister<RbacV1ClusterRole>(type);
  const served = client.resource<RbacV1ClusterRole>(type);

  const work = async (name: string): Promise<void> => {
    const role = stored.get('', name);
    if (!role?.aggregationRule) return;
    const rules = gathered(role, stored.list());
    if (!isSameRules(rules, role.rules)) await write(role, rules);
  };

  const write = async (role: RbacV1ClusterRole, rules: RbacV1PolicyRule[]): Promise<void> => {
    const name = role.metadata.name!;
    const patch = { apiVersion: `${group}/v1`, kind: 'ClusterRole', metadata: { name }, rules };
    const options = { fieldManager: account, force: true };
    try {
      await served.patch('', name, patch, 'application/apply-patch+yaml', options);
    } catch (error) {
      // An older server has no apply patches.
      if (!isAnswer(error, 415)) throw error;
      await served.update('', name, { ...role, rules });
    }
  };

  const queue = keyedQueue({ log, meter: meterOf?.('ClusterRoleAggregator'), workers, work });
  let isDue = false;
  /** Any role may have a part in any other one. Roles that change together are looked at once. */
  const changed = (): void => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      for (const { metadata, aggregationRule } of stored.list()) {
        if (aggregationRule) queue.add(metadata.name!);
      }
    });
  };
  return queueController([queue], (observers) => observers.use(stored.observe(changed)));
}
