import { expect, it } from 'vitest';
import { aUser, PolicyBench, rule, userOf } from '../../../../test/support/unit/policy-bench.ts';
import type { RuleResolver } from '../authorizer.ts';
import { rbac } from './rbac.ts';

/** Reviews the rules of a user who has so many of 10,000 characters each. */
async function rulesOf(count: number) {
  const bench = new PolicyBench();
  const long = rule('get pods', [''], ['x'.repeat(10_000)]);
  bench.role('', 'r', ...Array.from({ length: count }, () => long));
  bench.bind('', 'b', 'ClusterRole/r', aUser('ann'));
  const authorizer = await rbac.create({} as never, { policy: bench.policy } as never);
  return (authorizer as unknown as RuleResolver).rulesFor(userOf('ann'), 'shop');
}

it('rules of a user are listed as far as an answer may be long, and it says when there are more', async () => {
  const all = await rulesOf(400);
  expect([all.resourceRules.length, all.incomplete, all.errors]).toEqual([400, false, []]);
  const some = await rulesOf(1_000);
  expect(some.resourceRules.length).toBeLessThan(420);
  expect(some.incomplete).toBe(true);
  expect(some.errors).toEqual([`RBAC: the first ${some.resourceRules.length} of 1000 rules`]);
});
