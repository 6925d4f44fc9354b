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

it.each<[string, boolean[]]>([
  ['at once', [false, false, false]],
  ['later', [true, true, true]],
  ['now so, now so', [true, false, true]],
])('decides as the first one with an opinion, though they answer %s', async (_, later) => {
  const asked: string[] = [];
  const made = (name: string, ruling: Ruling, isLater: boolean) => ({
    name,
    mode: mode(ruling, {
      authorize: () => {
        asked.push(name);
        return isLater ? Promise.resolve(ruling) : ruling;
      },
    }),
  });
  const allowing: Ruling = { verdict: 'allow', reason: 'third' };
  const union = new UnionAuthorizer([
    made('one', silent, later[0]!),
    made('two', silent, later[1]!),
    made('three', denied, later[2]!),
    made('four', allowing, false),
  ]);
  expect(await union.authorize(question)).toBe(denied);
  expect(asked).toEqual(['one', 'two', 'three']);
  expect(union.authorize(question) instanceof Promise).toBe(later.includes(true));
});

it.each<[string, Ruling[], object]>([
  ['nobody', [], { reason: '' }],
  ['one', [silent], { reason: 'first' }],
  ['some without a reason', [silent, { ...silent, reason: '' }, silent], { reason: 'first\nfirst' }],
  ['one that failed', [{ ...silent, error: 'x' }, silent], { reason: 'first\nfirst', error: 'x' }],
  [
    'some that failed',
    [
      { ...silent, error: 'x' },
      { ...silent, error: 'y' },
    ],
    { reason: 'first\nfirst', error: '[x, y]' },
  ],
])('has no opinion where there is none: %s', async (_, rulings, expected) => {
  const union = new UnionAuthorizer(rulings.map((ruling) => ({ name: 'x', mode: mode(ruling) })));
  expect(await union.authorize(question)).toEqual({ verdict: 'no-opinion', ...expected });
});

it('lists the rules of all', async () => {
  const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: [] };
  const path = { verbs: ['get'], nonResourceURLs: ['/a'] };
  const listing = (incomplete: boolean) => ({
    name: 'x',
    mode: mode(silent, {
      rulesFor: () => ({ resourceRules: [rule], nonResourceRules: [path], incomplete, errors: ['e'] }),
    } as Partial<Authorizer>),
  });
  const rulesOf = (...incomplete: boolean[]) =>
    new UnionAuthorizer(incomplete.map(listing)).rulesFor(userOf('ann'), 'a');
  expect(await rulesOf(false, true)).toEqual({
    resourceRules: [rule, rule],
    nonResourceRules: [path, path],
    incomplete: true,
    errors: ['e', 'e'],
  });
  expect((await rulesOf(false, false)).incomplete).toBe(false);
});
