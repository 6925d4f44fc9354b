import { describe, expect, it, test } from 'vitest';
import { aUser, group, PolicyBench, rule, userOf } from '../../../../test/support/unit/policy-bench.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { StatusError } from '../../../api/meta/status.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
import { Pacer } from '../../../util/pacer.ts';
import { EscalationCheck } from './escalation-check.ts';
import { missingRulesInSlices, uncoveredRules } from './rule-covers.ts';
import { ruleLines } from './rule-text.ts';

describe('what is missing', () => {
  test.each<[sentence: string, owned: RbacV1PolicyRule[], wanted: RbacV1PolicyRule[], missing: string[]]>([
    ['nothing of what is owned', [rule('get,list pods,secrets')], [rule('get pods')], []],
    ['nothing of what * covers', [rule('* *', ['*'])], [rule('get,list pods/log', ['', 'apps'])], []],
    [
      'nothing when two rules cover it together',
      [rule('get pods'), rule('list pods')],
      [rule('get,list pods')],
      [],
    ],
    [
      'the verbs that are not owned',
      [rule('get pods')],
      [rule('get,list,watch pods')],
      ['{APIGroups:[""], Resources:["pods"], Verbs:["list" "watch"]}'],
    ],
    [
      'each resource for itself, sorted',
      [],
      [rule('get secrets,pods', ['', 'apps'])],
      [
        '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}',
        '{APIGroups:["apps"], Resources:["pods"], Verbs:["get"]}',
        '{APIGroups:["apps"], Resources:["secrets"], Verbs:["get"]}',
      ],
    ],
    [
      '* is more than all that is there',
      [rule('get,list pods')],
      [rule('* pods')],
      ['{APIGroups:[""], Resources:["pods"], Verbs:["*"]}'],
    ],
    ['a sub-resource is covered by its own', [rule('get pods/log')], [rule('get pods/log')], []],
    ['a sub-resource is covered by that of all', [rule('get */log')], [rule('get pods/log')], []],
    [
      'a sub-resource is not covered by its resource',
      [rule('get pods')],
      [rule('get pods/log')],
      ['{APIGroups:[""], Resources:["pods/log"], Verbs:["get"]}'],
    ],
    [
      'some names do not cover all',
      [rule('get pods', [''], ['a'])],
      [rule('get pods')],
      ['{APIGroups:[""], Resources:["pods"], Verbs:["get"]}'],
    ],
    ['all names cover some', [rule('get pods')], [rule('get pods', [''], ['a'])], []],
    [
      'names that are not owned',
      [rule('get pods', [''], ['a'])],
      [rule('get pods', [''], ['a', 'b'])],
      ['{APIGroups:[""], Resources:["pods"], ResourceNames:["b"], Verbs:["get"]}'],
    ],
    ['a path is covered by a longer pattern', [rule('get /api*')], [rule('get /apis/*')], []],
    [
      'a path that is not owned',
      [rule('get /api')],
      [rule('get /api,/metrics')],
      ['{NonResourceURLs:["/metrics"], Verbs:["get"]}'],
    ],
    [
      'resources do not cover paths',
      [rule('* *', ['*'])],
      [rule('get /x')],
      ['{NonResourceURLs:["/x"], Verbs:["get"]}'],
    ],
  ])('%s', (_, owned, wanted, missing) => {
    expect(ruleLines(uncoveredRules(owned, wanted))).toEqual(missing);
  });

  it('of a rule of a billion permissions is found out at once', () => {
    const many = (letter: string) => Array.from({ length: 1_000 }, (_, i) => `${letter}${i}`);
    const huge = { verbs: many('v'), apiGroups: many('g'), resources: many('r') };
    expect(uncoveredRules([rule('get pods')], [huge])).toEqual([huge]);
    expect(uncoveredRules([rule('* *', ['*'])], [huge])).toEqual([]);
  });
});

describe('a comparison in slices', () => {
  const many = (letter: string, make: (name: string) => RbacV1PolicyRule) =>
    Array.from({ length: 5_000 }, (_, index) => make(`${letter}${index}`));

  it('a comparison of rules in slices finds the same as one in one go', async () => {
    const owned = [rule('get,list pods'), rule('get /a*')];
    const wanted = [rule('get,delete pods,secrets'), rule('get /ab,/b')];
    expect(await missingRulesInSlices(owned, wanted, new Pacer())).toEqual(uncoveredRules(owned, wanted));
  });

  it.each([
    ['resources', (name: string) => rule(`get ${name}`)],
    ['names', (name: string) => rule('get pods', [''], [name])],
    ['paths', (name: string) => rule(`get /${name}`)],
  ])('of 5,000 %s with as many others holds nobody up', async (_, make) => {
    // CPU time, which does not depend on what else runs.
    const used = (): number => (({ user, system }) => (user + system) / 1_000)(process.threadCpuUsage());
    let max = 0;
    let last = used();
    const ticks = setInterval(() => {
      max = Math.max(max, used() - last);
      last = used();
    });
    const missing = await missingRulesInSlices(many('a', make), many('b', make), new Pacer());
    clearInterval(ticks);
    expect(missing).toHaveLength(5_000);
    expect(max).toBeLessThan(250);
  });
});

describe('who writes a role or a binding', () => {
  const ann = userOf('ann', 'sellers', 'system:authenticated');
  const masters = userOf('root', 'system:masters');
  const type = (resource: string) => ({ group, resource });
  const object = (namespace: string, name: string, content: object) =>
    ({ metadata: { name, ...(namespace && { namespace }) }, ...content }) as ApiObject;
  const held =
    'user "ann" (groups=["sellers" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n';
  const podLine = '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}';

  function bench(...rules: RbacV1PolicyRule[]): { bench: PolicyBench; check: EscalationCheck } {
    const made = new PolicyBench();
    made.role('', 'own', ...rules);
    made.bind('', 'own', 'ClusterRole/own', aUser('ann'));
    const authorizer = {
      authorize: (asked: Parameters<typeof made.policy.decide>[0]) => made.policy.decide(asked),
    };
    return { bench: made, check: new EscalationCheck(group, made.policy, authorizer) };
  }

  const outcome = (checked: Promise<void>): Promise<string> =>
    checked.then(
      () => 'allowed',
      (error: StatusError) => `${error.code} ${error.message}`,
    );

  const roleOf = (...rules: RbacV1PolicyRule[]) => object('shop', 'x', { rules });
  const roleRef = (kind: string, name: string) => ({ roleRef: { apiGroup: group, kind, name } });

  it('is asked about roles and bindings of the group only', () => {
    const { check } = bench();
    const all = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'];
    expect(all.filter((resource) => check.concerns(type(resource)))).toEqual(all);
    expect(check.concerns(type('pods'))).toBe(false);
    expect(check.concerns({ group: 'other.example', resource: 'roles' })).toBe(false);
  });

  it('may give what he has', async () => {
    const { check } = bench(rule('get,list pods'));
    expect(await outcome(check.check(type('roles'), roleOf(rule('get pods')), undefined, ann))).toBe(
      'allowed',
    );
  });

  it('may not give what he has not, and is told what', async () => {
    const { check } = bench(rule('list pods'));
    const asked = roleOf(rule('list,get pods'));
    expect(await outcome(check.check(type('roles'), asked, undefined, ann))).toBe(
      `403 roles.rbac.authorization.k8s.io "x" is forbidden: ${held}${podLine}`,
    );
    expect(await outcome(check.check(type('roles'), asked, undefined, masters))).toBe('allowed');
  });

  it('is told which roles were not found on the way', async () => {
    const { bench: made, check } = bench();
    made.bind('', 'other', 'ClusterRole/gone', aUser('ann'));
    expect(await outcome(check.check(type('roles'), roleOf(rule('get pods')), undefined, ann))).toBe(
      `403 roles.rbac.authorization.k8s.io "x" is forbidden: ${held}${podLine}` +
        '; resolution errors: [clusterrole.rbac.authorization.k8s.io "gone" not found]',
    );
  });

  it('may give anything with the verb escalate; by name only to what is there', async () => {
    const { check } = bench(rule('escalate roles', [group], ['x']));
    const [asked, old] = [roleOf(rule('get pods')), roleOf()];
    expect(await outcome(check.check(type('roles'), asked, old, ann))).toBe('allowed');
    expect(await outcome(check.check(type('roles'), asked, undefined, ann))).toMatch(/^403/);
    expect(await outcome(check.check(type('clusterroles'), asked, old, ann))).toMatch(/^403/);
  });

  it('answers for all rules of a role that he changes, also for those that were there', async () => {
    const { check } = bench(rule('get pods'));
    const old = roleOf(rule('get pods,secrets'));
    const labelled = { ...old, metadata: { ...old.metadata, labels: { a: 'b' } } };
    expect(await outcome(check.check(type('roles'), labelled, old, ann))).toMatch(/^403/);
    const released = { ...old, metadata: { ...old.metadata, finalizers: [], managedFields: [] } };
    expect(await outcome(check.check(type('roles'), released, old, ann))).toBe('allowed');
    expect(await outcome(check.check(type('roles'), roleOf(rule('get pods')), old, ann))).toBe('allowed');
  });

  it('needs everything for a role that gathers, and for one that did', async () => {
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] };
    const gathers = object('', 'x', { rules: null, aggregationRule });
    const plain = object('', 'x', { rules: null });
    const refused =
      '403 clusterroles.rbac.authorization.k8s.io "x" is forbidden: must have cluster-admin privileges to use the aggregationRule';
    const { check } = bench(rule('get *', ['*']));
    expect(await outcome(check.check(type('clusterroles'), gathers, undefined, ann))).toBe(refused);
    expect(await outcome(check.check(type('clusterroles'), plain, gathers, ann))).toBe(refused);
    const everything = bench(rule('* *', ['*']), { verbs: ['*'], nonResourceURLs: ['*'] }).check;
    expect(await outcome(everything.check(type('clusterroles'), gathers, undefined, ann))).toBe('allowed');
  });

  it('may make a role that gathers with all permissions, though nobody may escalate', async () => {
    const { bench: made } = bench(rule('* *', ['*']), { verbs: ['*'], nonResourceURLs: ['*'] });
    const nobody = { authorize: () => ({ verdict: 'no-opinion' as const, reason: '' }) };
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] };
    const gathers = object('', 'x', { rules: null, aggregationRule });
    const check = new EscalationCheck(group, made.policy, nobody);
    expect(await outcome(check.check(type('clusterroles'), gathers, undefined, ann))).toBe('allowed');
  });

  test.each<[sentence: string, owned: RbacV1PolicyRule[], expected: RegExp]>([
    ['may bind a role whose rules he has', [rule('get pods')], /^allowed$/],
    [
      'may bind a role with the verb bind on it',
      [rule('bind clusterroles', [group], ['reader'])],
      /^allowed$/,
    ],
    ['may not bind with the verb on another', [rule('bind clusterroles', [group], ['other'])], /^403 /],
    ['may not bind with the verb on roles', [rule('bind roles', [group])], /^403 /],
    [
      'may not bind a role with more rights',
      [],
      /^403 rolebindings\.rbac\.authorization\.k8s\.io "x" is forbidden: user "ann" .* not currently held:\n\{APIGroups:\[""\], Resources:\["pods"\], Verbs:\["get"\]\}$/,
    ],
  ])('%s', async (_, owned, expected) => {
    const { bench: made, check } = bench(...owned);
    made.role('', 'reader', rule('get pods'));
    const binding = object('shop', 'x', roleRef('ClusterRole', 'reader'));
    expect(await outcome(check.check(type('rolebindings'), binding, undefined, ann))).toMatch(expected);
    expect(await outcome(check.check(type('rolebindings'), binding, undefined, masters))).toBe('allowed');
  });

  it('hears that the role to bind is not there', async () => {
    const { check } = bench(rule('get pods'));
    for (const [kind, resource] of [
      ['Role', 'roles'],
      ['ClusterRole', 'clusterroles'],
    ] as const) {
      const binding = object('shop', 'x', roleRef(kind, 'gone'));
      expect(await outcome(check.check(type('rolebindings'), binding, undefined, ann))).toBe(
        `404 ${resource}.rbac.authorization.k8s.io "gone" not found`,
      );
    }
  });

  it('has in a namespace what he was given there', async () => {
    const { bench: made, check } = bench();
    made.bind('shop', 'there', 'ClusterRole/reader', aUser('ann'));
    made.role('', 'reader', rule('get pods'));
    const inShop = object('shop', 'x', roleRef('ClusterRole', 'reader'));
    const inBank = object('bank', 'x', roleRef('ClusterRole', 'reader'));
    const everywhere = object('', 'x', roleRef('ClusterRole', 'reader'));
    expect(await outcome(check.check(type('rolebindings'), inShop, undefined, ann))).toBe('allowed');
    expect(await outcome(check.check(type('rolebindings'), inBank, undefined, ann))).toMatch(/^403/);
    expect(await outcome(check.check(type('clusterrolebindings'), everywhere, undefined, ann))).toMatch(
      /^403/,
    );
  });
});
