import { describe, expect, it } from 'vitest';
import { aUser, PolicyBench, request, rule, userOf } from '../../../../test/support/unit/policy-bench.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
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

/** The mode for a user who has these rules everywhere. */
async function modeOf(...rules: RbacV1PolicyRule[]) {
  const bench = new PolicyBench();
  bench.role('', 'r', ...rules);
  bench.bind('', 'b', 'ClusterRole/r', aUser('ann'));
  bench.bind('', 'c', 'ClusterRole/gone', aUser('ann'));
  return rbac.create({} as never, { policy: bench.policy } as never);
}

describe('the rules of a user', () => {
  it('are listed by what they are about, with the roles that are not there', async () => {
    const both = { ...rule('get pods'), nonResourceURLs: ['/a'] };
    const mode = await modeOf(
      rule('get,list pods', ['', 'x'], ['a']),
      rule('get /metrics'),
      both,
      { verbs: null, resources: ['nodes'] },
      { verbs: null, nonResourceURLs: ['/b'] },
      { verbs: ['get'], resources: [], nonResourceURLs: [] },
    );
    expect(await mode.rulesFor(userOf('ann'), 'shop')).toEqual({
      resourceRules: [
        { verbs: ['get', 'list'], apiGroups: ['', 'x'], resources: ['pods'], resourceNames: ['a'] },
        { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: [] },
        { verbs: [], apiGroups: [], resources: ['nodes'], resourceNames: [] },
      ],
      nonResourceRules: [
        { verbs: ['get'], nonResourceURLs: ['/metrics'] },
        { verbs: ['get'], nonResourceURLs: ['/a'] },
        { verbs: [], nonResourceURLs: ['/b'] },
      ],
      incomplete: false,
      errors: ['clusterrole.rbac.authorization.k8s.io "gone" not found'],
    });
  });

  it.each([
    ['as long as an answer may be', 0, false],
    ['a character longer', 1, true],
  ])('may be %s', async (_, more, incomplete) => {
    // A rule is counted with 100 characters, and a word with three more than it has: get, "", pods.
    const length = 4 * 1024 * 1024 - 100 - 6 - 3 - 7 - 3 + more;
    const mode = await modeOf(rule('get pods', [''], ['x'.repeat(length)]));
    const rules = await mode.rulesFor(userOf('ann'), 'shop');
    expect([rules.incomplete, rules.resourceRules.length]).toEqual([incomplete, incomplete ? 0 : 1]);
  });
});

describe('a decision', () => {
  it('is that of the roles, and is explained by them', async () => {
    const mode = await modeOf(rule('get pods'));
    const asked = request(userOf('ann'), 'get pods', 'shop');
    const ruling = await mode.authorize(asked);
    expect(ruling.verdict).toBe('allow');
    const { ruling: same, steps } = await mode.explain!(asked);
    expect(same).toEqual(ruling);
    expect(steps).toMatchObject([
      { authorizer: 'RBAC', ruling, grounds: { allowedBy: { rule: rule('get pods') } } },
    ]);
  });
});
