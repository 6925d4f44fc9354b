import { expect, it } from 'vitest';
import { request, userOf } from '../../../test/support/unit/policy-bench.ts';
import type { Authorizer, RuleResolver, Ruling } from './authorizer.ts';
import { UnionAuthorizer } from './union.ts';

const silent: Ruling = { verdict: 'no-opinion', reason: 'first' };
const denied: Ruling = { verdict: 'deny', reason: 'second' };
const rulesFor = () => ({ resourceRules: [], nonResourceRules: [], incomplete: false, errors: [] });
const mode = (ruling: Ruling, more: Partial<Authorizer> = {}): Authorizer & RuleResolver => ({
  authorize: () => ruling,
  rulesFor,
  ...more,
});
const question = request(userOf('ann'), 'get pods');

it('explains which authorizers were asked, up to the one that decided', async () => {
  const union = new UnionAuthorizer([
    { name: 'one', mode: mode(silent) },
    { name: 'two', mode: mode(denied, { authorize: async () => denied }) },
    { name: 'three', mode: mode({ verdict: 'allow', reason: 'never asked' }) },
  ]);
  expect(await union.explain(question)).toEqual({
    ruling: denied,
    steps: [
      { authorizer: 'one', ruling: silent },
      { authorizer: 'two', ruling: denied },
    ],
  });
});

it('passes on the grounds of an authorizer that has some', async () => {
  const grounds = { policy: { user: 'ann' } };
  const explain = () => ({ ruling: silent, steps: [{ authorizer: 'own', ruling: silent, grounds }] });
  const union = new UnionAuthorizer([{ name: 'one', mode: mode(silent, { explain }) }]);
  expect(await union.explain(question)).toEqual({
    ruling: silent,
    steps: [{ authorizer: 'own', ruling: silent, grounds }],
  });
});

it('explains as it decides', async () => {
  const union = new UnionAuthorizer([
    { name: 'one', mode: mode(silent) },
    { name: 'two', mode: mode({ ...silent, reason: 'also', error: 'broken' }) },
  ]);
  expect((await union.explain(question)).ruling).toEqual(await union.authorize(question));
});
