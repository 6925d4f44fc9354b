import { afterEach, expect, test, vi } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { PolicyExpressions } from '../../api/policies/policy-expressions.ts';
import { WebhookConditions } from './webhook-conditions.ts';

afterEach(() => void vi.restoreAllMocks());

const policies = { conditionsAsked: () => {}, conditionFailed: () => {}, excluded: () => {} };

test('conditions are compiled once, however many requests wait for them', async () => {
  const compile = vi.spyOn(PolicyExpressions.prototype, 'compileInSteps');
  const conditions = new WebhookConditions('validating', {
    release: '1.36',
    gates: new FeatureGates('1.36'),
    policies,
  } as never);
  // Longer than what is compiled without a stop.
  const expression = `true${' && 1 == 1'.repeat(3_000)}`;
  const webhook = { name: 'w', matchConditions: [{ name: 'all', expression }], failsOpen: false };
  const attributes = { operation: 'CREATE', group: '', resource: 'pods', name: 'a' };
  const asked = Array.from({ length: 5 }, () =>
    conditions.hold({ webhook, as: {} } as never, attributes as never, {} as never),
  );
  expect(await Promise.all(asked)).toEqual([true, true, true, true, true]);
  expect(compile).toHaveBeenCalledTimes(1);
});
