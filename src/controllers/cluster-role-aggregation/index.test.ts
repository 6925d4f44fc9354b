import { expect, it } from 'vitest';
import { clientOf, failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { until } from '../../../test/support/until.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { systemClock } from '../../util/clock.ts';
import { FlagValues } from '../../util/flags.ts';
import { systemRandom } from '../../util/random.ts';
import { clusterRoleAggregationController } from './index.ts';

const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };

/** A controller that sees a role which gathers another one. */
async function started(first: object) {
  const objects = new MemoryObjects();
  const roles = objects.lister({ resource: 'clusterroles' });
  roles.put({ metadata: { name: 'part', labels: { part: 'yes' } }, rules: [rule] });
  roles.put({ metadata: { name: 'filled' }, rules: [rule] });
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { part: 'yes' } }] };
  roles.put({ metadata: { name: 'whole', resourceVersion: '7' }, aggregationRule, rules: null });
  const { client, wire } = clientOf(() => (wire.calls.length === 1 ? first : {}));
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const controller = await clusterRoleAggregationController.create({
    client,
    objects,
    metadata: objects,
    dialect: dialects[0]!,
    gates: new FeatureGates('1.23'),
    log,
    clock: systemClock,
    random: systemRandom,
    flags: new FlagValues([], {}),
  });
  controller!.start();
  return { calls: wire.calls, warnings, controller: controller! };
}

const path = '/apis/rbac.authorization.orch.io/v1/clusterroles/whole';
const patch = {
  method: 'PATCH',
  path,
  query: { fieldManager: 'clusterrole-aggregation-controller', force: 'true' },
};

it('applies the rules, and nothing but the rules', async () => {
  const { calls, controller } = await started({});
  await until(() => calls.length === 1);
  await controller.close();
  expect(calls).toMatchObject([patch]);
  expect(calls[0]!.headers['content-type']).toBe('application/apply-patch+yaml');
  expect(calls[0]!.body).toEqual({
    apiVersion: 'rbac.authorization.orch.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'whole' },
    rules: [rule],
  });
});

it('replaces the role on a server without apply patches, as it has seen it', async () => {
  const { calls, controller, warnings } = await started(failureStatus(415, 'UnsupportedMediaType'));
  await until(() => calls.length === 2);
  await controller.close();
  expect(calls).toMatchObject([patch, { method: 'PUT', path }]);
  expect(calls[1]!.body).toMatchObject({ metadata: { resourceVersion: '7' }, rules: [rule] });
  expect(warnings).toEqual([]);
});

it('tries again when it is refused, and says so', async () => {
  const { calls, controller, warnings } = await started(failureStatus(403, 'Forbidden'));
  await until(() => calls.length === 2);
  await controller.close();
  expect(calls).toMatchObject([patch, patch]);
  expect(warnings).toEqual(['whole: Forbidden!']);
});
