import { describe, expect, it, test } from 'vitest';
import {
  aGroup,
  anAccount,
  aUser,
  PolicyBench,
  request,
  rule,
  userOf,
} from '../../../../test/support/unit/policy-bench.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
import { SubjectIndex } from './subject-index.ts';

const ann = userOf('ann', 'sellers', 'system:authenticated');
const notFound = (kind: string, name: string) => `${kind}.rbac.authorization.k8s.io "${name}" not found`;

/** The permissions of a role of these rules, bound in the whole cluster. */
function allows(rules: RbacV1PolicyRule[], asked: string, name = ''): boolean {
  const bench = new PolicyBench();
  bench.role('', 'r', ...rules);
  bench.bind('', 'b', 'ClusterRole/r', aUser('ann'));
  return bench.policy.decide(request(ann, asked, 'shop', name)).verdict === 'allow';
}

describe('a rule', () => {
  test.each<[sentence: string, rule: RbacV1PolicyRule, asked: string, allowed: boolean, name?: string]>([
    ['allows its verb on its resource', rule('get pods'), 'get pods', true],
    ['allows no other verb', rule('get pods'), 'list pods', false],
    ['allows every verb as *', rule('* pods'), 'impersonate pods', true],
    ['knows no part of a verb', rule('get,list pods'), 'get,list pods', false],
    ['allows no other resource', rule('get pods'), 'get secrets', false],
    ['of a resource does not mean its sub-resources', rule('get pods'), 'get pods/log', false],
    ['of a sub-resource does not mean the resource', rule('get pods/log'), 'get pods', false],
    ['of a sub-resource means that one', rule('get pods/log'), 'get pods/log', true],
    ['of a sub-resource means no other', rule('get pods/log'), 'get pods/exec', false],
    ['of * means every resource', rule('get *'), 'get secrets', true],
    ['of * means every sub-resource too', rule('get *'), 'get pods/log', true],
    ['of */scale means that of every resource', rule('get */scale'), 'get deployments/scale', true],
    ['of */scale means no resource', rule('get */scale'), 'get scale', false],
    ['of */scale means no other sub-resource', rule('get */scale'), 'get deployments/status', false],
    ['of pods/* means nothing that there is', rule('get pods/*'), 'get pods/log', false],
    ['of */* means nothing that there is', rule('get */*'), 'get pods/log', false],
    ['of the core group means no other', rule('get deployments'), 'get deployments.apps', false],
    ['of a group means it', rule('get deployments', ['apps']), 'get deployments.apps', true],
    ['of a group does not mean the core', rule('get deployments', ['apps']), 'get deployments', false],
    ['of group * means every group', rule('get deployments', ['*']), 'get deployments.apps', true],
    ['of group * means the core as well', rule('get pods', ['*']), 'get pods', true],
    ['of names means those', rule('get pods', [''], ['a', 'b']), 'get pods', true, 'b'],
    ['of names means no other', rule('get pods', [''], ['a', 'b']), 'get pods', false, 'c'],
    ['of names means no list', rule('list pods', [''], ['a']), 'list pods', false],
    ['knows no wildcard in names', rule('get pods', [''], ['*']), 'get pods', false, 'a'],
    ['knows no pattern of resources', rule('get pod*'), 'get pods', false],
    ['of resources means no path', rule('get *', ['*']), 'get /metrics', false],
    ['of a path means it', rule('get /metrics'), 'get /metrics', true],
    ['of a path means no longer one', rule('get /metrics'), 'get /metrics/cadvisor', false],
    ['of a path that ends in * means all that begin so', rule('get /apis/*'), 'get /apis/apps/v1', true],
    ['of a path that ends in /* does not mean what is before', rule('get /apis/*'), 'get /apis', false],
    ['of a path that ends in * asks for no slash', rule('get /api*'), 'get /apis', true],
    ['knows * only at the end of a path', rule('get /*/x'), 'get /a/x', false],
    ['of path * means every path', { verbs: ['get'], nonResourceURLs: ['*'] }, 'get /metrics', true],
    ['of paths means its verbs alone', rule('get /metrics'), 'post /metrics', false],
    ['of paths means no resource', { verbs: ['*'], nonResourceURLs: ['*'] }, 'get pods', false],
    ['without verbs allows nothing', { verbs: null, apiGroups: ['*'], resources: ['*'] }, 'get pods', false],
    ['without groups allows nothing', { verbs: ['*'], resources: ['*'] }, 'get pods', false],
    ['matches to the letter', rule('get pods'), 'get Pods', false],
    ['knows a resource called constructor as any', rule('get pods'), 'get constructor', false],
  ])('%s', (_, given, asked, allowed, name) => {
    expect(allows([given], asked, name)).toBe(allowed);
  });

  it('does not lend its verbs to another', () => {
    const rules = [rule('get pods'), rule('delete secrets')];
    expect(allows(rules, 'delete pods')).toBe(false);
    expect(allows(rules, 'delete secrets')).toBe(true);
  });
});

describe('a binding', () => {
  const inShop = (text: string) => request(ann, text, 'shop');

  test.each([
    ['a user', aUser('ann'), 'User "ann"'],
    ['a group', aGroup('sellers'), 'Group "sellers"'],
  ])('everywhere names %s', (_, subject, to) => {
    const bench = new PolicyBench();
    bench.role('', 'reader', rule('get pods'));
    bench.bind('', 'readers', 'ClusterRole/reader', subject);
    const allowed = {
      verdict: 'allow',
      reason: `RBAC: allowed by ClusterRoleBinding "readers" of ClusterRole "reader" to ${to}`,
    };
    expect(bench.policy.decide(inShop('get pods'))).toEqual(allowed);
    expect(bench.policy.decide(request(ann, 'get pods'))).toEqual(allowed);
    expect(bench.policy.decide(request(userOf('bob'), 'get pods'))).toEqual({
      verdict: 'no-opinion',
      reason: '',
    });
  });

  it('in a namespace gives a cluster role there alone', () => {
    const bench = new PolicyBench();
    bench.role('', 'reader', rule('get pods'), rule('get /metrics'));
    bench.bind('shop', 'readers', 'ClusterRole/reader', aUser('ann'));
    expect(bench.policy.decide(inShop('get pods')).reason).toBe(
      'RBAC: allowed by RoleBinding "readers/shop" of ClusterRole "reader" to User "ann"',
    );
    expect(bench.policy.decide(request(ann, 'get pods', 'bank')).verdict).toBe('no-opinion');
    expect(bench.policy.decide(request(ann, 'get pods')).verdict).toBe('no-opinion');
    expect(bench.policy.decide(request(ann, 'get /metrics')).verdict).toBe('no-opinion');
  });

  it('names the accounts of its namespace when it says none', () => {
    const bench = new PolicyBench();
    bench.role('shop', 'reader', rule('get pods'));
    bench.bind('shop', 'readers', 'Role/reader', anAccount('robot'), anAccount('till', 'bank'));
    const asks = (name: string) => bench.policy.decide(request(userOf(name), 'get pods', 'shop'));
    expect(asks('system:serviceaccount:shop:robot').reason).toBe(
      'RBAC: allowed by RoleBinding "readers/shop" of Role "reader" to ServiceAccount "robot/shop"',
    );
    expect(asks('system:serviceaccount:bank:till').reason).toBe(
      'RBAC: allowed by RoleBinding "readers/shop" of Role "reader" to ServiceAccount "till/bank"',
    );
    expect(asks('system:serviceaccount:bank:robot').verdict).toBe('no-opinion');
    expect(asks('robot').verdict).toBe('no-opinion');
  });

  it('names a user and a group of the same name apart', () => {
    const bench = new PolicyBench();
    bench.role('', 'reader', rule('get pods'));
    bench.bind('', 'readers', 'ClusterRole/reader', aGroup('ann'));
    expect(bench.policy.decide(inShop('get pods')).verdict).toBe('no-opinion');
  });

  it('to roles that are not there says so, once each, unless another allows', () => {
    const bench = new PolicyBench();
    bench.bind('', 'a', 'ClusterRole/gone', aUser('ann'), aGroup('sellers'));
    expect(bench.policy.decide(inShop('get pods'))).toEqual({
      verdict: 'no-opinion',
      reason: `RBAC: ${notFound('clusterrole', 'gone')}`,
    });
    bench.bind('shop', 'b', 'Role/lost', aUser('ann'));
    expect(bench.policy.decide(inShop('get pods')).reason).toBe(
      `RBAC: [${notFound('clusterrole', 'gone')}, ${notFound('role', 'lost')}]`,
    );
    bench.role('shop', 'lost', rule('get pods'));
    expect(bench.policy.decide(inShop('get pods')).verdict).toBe('allow');
  });

  it('counts until it changes, and its role as well', () => {
    const bench = new PolicyBench();
    const allowed = () => bench.policy.decide(inShop('get pods')).verdict === 'allow';
    bench.bind('shop', 'b', 'Role/r', aUser('ann'));
    bench.role('shop', 'r', rule('get pods'));
    expect(allowed()).toBe(true);
    bench.role('shop', 'r', rule('get secrets'));
    expect(allowed()).toBe(false);
    bench.role('shop', 'r', rule('get pods'));
    bench.bind('shop', 'b', 'Role/r', aUser('bob'));
    expect(allowed()).toBe(false);
    bench.bind('shop', 'b', 'Role/r', aGroup('sellers'), aGroup('sellers'));
    expect(allowed()).toBe(true);
    bench.remove('roles', 'shop', 'r');
    expect(allowed()).toBe(false);
    bench.role('shop', 'r', rule('get pods'));
    bench.remove('rolebindings', 'shop', 'b');
    expect(allowed()).toBe(false);
    bench.remove('rolebindings', 'shop', 'b');
  });
});

test('the rules of a user are those of all bindings that name him, each once', () => {
  const bench = new PolicyBench();
  bench.role('', 'reader', rule('get pods'), rule('get /metrics'));
  bench.role('shop', 'seller', rule('create orders', ['shop.example']));
  bench.bind('', 'all', 'ClusterRole/reader', aUser('ann'), aGroup('sellers'));
  bench.bind('shop', 'some', 'Role/seller', aGroup('sellers'));
  bench.bind('bank', 'others', 'Role/seller', aGroup('sellers'));
  expect(bench.policy.rulesOf(ann, 'shop')).toEqual({
    rules: [rule('get pods'), rule('get /metrics'), rule('create orders', ['shop.example'])],
    errors: [],
  });
  expect(bench.policy.rulesOf(ann, 'bank').errors).toEqual([notFound('role', 'seller')]);
  expect(bench.policy.rulesOf(userOf('bob'), 'shop')).toEqual({ rules: [], errors: [] });
});

test('the rules of a binding that names a user in several ways are listed once', () => {
  const bench = new PolicyBench();
  bench.role('', 'reader', rule('get pods'));
  bench.bind('', 'all', 'ClusterRole/reader', aUser('ann'), aGroup('sellers'));
  bench.bind('', 'gone', 'ClusterRole/gone', aUser('ann'));
  expect(bench.policy.rulesOf(ann, '')).toEqual({
    rules: [rule('get pods')],
    errors: [notFound('clusterrole', 'gone')],
  });
});

describe('the namespaces with bindings', () => {
  const namespacesOf = ({ policy }: PolicyBench): string[] => [...policy.namespaces()];

  test('are those that have one still', () => {
    const bench = new PolicyBench();
    bench.role('', 'reader', rule('get pods'));
    bench.bind('', 'all', 'ClusterRole/reader', aUser('bob'));
    for (const name of ['a', 'b']) bench.bind('shop', name, 'ClusterRole/reader', aUser('ann'));
    bench.bind('bank', 'a', 'ClusterRole/reader', aUser('ann'));
    expect(namespacesOf(bench)).toEqual(['shop', 'bank']);
    bench.remove('rolebindings', 'shop', 'a');
    expect(namespacesOf(bench)).toEqual(['shop', 'bank']);
    expect(bench.policy.isAllowedIn('shop', request(ann, 'get pods'))).toBe(true);
    bench.remove('rolebindings', 'shop', 'b');
    bench.remove('rolebindings', 'none', 'b');
    bench.remove('clusterrolebindings', '', 'all');
    expect(namespacesOf(bench)).toEqual(['bank']);
    expect(bench.policy.isAllowedIn('shop', request(ann, 'get pods'))).toBe(false);
  });

  test('allow what their own bindings do, and not those that hold everywhere', () => {
    const bench = new PolicyBench();
    bench.role('', 'reader', rule('get pods'));
    bench.bind('', 'all', 'ClusterRole/reader', aUser('ann'));
    bench.bind('shop', 'a', 'ClusterRole/reader', aUser('bob'));
    const isAllowed = (name: string, text: string) =>
      bench.policy.isAllowedIn('shop', request(userOf(name), text));
    expect([
      isAllowed('ann', 'get pods'),
      isAllowed('bob', 'get pods'),
      isAllowed('bob', 'list pods'),
    ]).toEqual([false, true, false]);
  });
});

test('the bindings of a user are those that hold everywhere, then those of the namespace', () => {
  const bench = new PolicyBench();
  bench.bind('shop', 'here', 'Role/r', aUser('ann'));
  bench.bind('', 'everywhere', 'ClusterRole/r', aUser('ann'));
  const names = (namespace: string) =>
    Array.from(bench.policy.grantsTo(ann, namespace), ({ binding }) => binding.name);
  expect([names('shop'), names('bank')]).toEqual([['everywhere', 'here'], ['everywhere']]);
});

test('a hundred roles that are not there are named', () => {
  const bench = new PolicyBench();
  for (let at = 0; at < 101; at++) bench.bind('', `b${at}`, `ClusterRole/gone-${at}`, aUser('ann'));
  const { reason } = bench.policy.decide(request(ann, 'get pods'));
  expect(reason.match(/not found/g)).toHaveLength(100);
  expect(bench.policy.rulesOf(ann, '').errors).toHaveLength(100);
});

test('a decision of a binding is the same each time', () => {
  const bench = new PolicyBench();
  bench.role('', 'r', rule('get pods'));
  bench.bind('', 'b', 'ClusterRole/r', aUser('ann'));
  const asked = request(ann, 'get pods');
  expect(bench.policy.decide(asked)).toBe(bench.policy.decide(asked));
});

test('nothing is followed once it has ended', () => {
  const bench = new PolicyBench();
  const all = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'];
  const observed = () => all.map((resource) => bench.lister({ resource }).observed);
  expect(observed()).toEqual([true, true, true, true]);
  bench.policy[Symbol.dispose]();
  expect(observed()).toEqual([false, false, false, false]);
});

describe('however many bindings name others', () => {
  const others = 10_000;
  const names = (index: SubjectIndex) => [...index.grantsTo(ann)].map(({ binding }) => binding.name);
  const bound = (name: string, ...subjects: ReturnType<typeof aUser>[]) => ({
    namespace: 'shop',
    name,
    subjects,
    roleRef: { apiGroup: '', kind: 'Role', name: 'r' },
  });

  it('only those that name the caller are looked at', () => {
    const index = new SubjectIndex();
    index.set(bound('mine', aUser('ann'), aUser('bob')));
    for (let i = 0; i < others; i++) index.set(bound(`b${i}`, aUser(`u${i}`), aGroup(`g${i}`)));
    expect(index.size).toBe(others + 1);
    expect(names(index)).toEqual(['mine']);
    index.delete('mine');
    expect(names(index)).toEqual([]);
  });

  it('a decision takes microseconds', () => {
    const bench = new PolicyBench();
    bench.role('shop', 'r', rule('get pods'));
    for (let i = 0; i < others; i++) bench.bind('shop', `b${i}`, 'Role/r', aUser(`u${i}`), aGroup(`g${i}`));
    bench.bind('shop', 'mine', 'Role/r', aGroup('system:authenticated'));
    const asked = request(ann, 'get pods', 'shop');
    for (let i = 0; i < 20_000; i++) bench.policy.decide(asked);
    const begun = performance.now();
    for (let i = 0; i < 100_000; i++) bench.policy.decide(asked);
    const each = ((performance.now() - begun) * 1000) / 100_000;
    process.stdout.write(`a decision among ${others} RoleBindings: ${each.toFixed(2)} µs\n`);
    expect(bench.policy.decide(asked).verdict).toBe('allow');
  });
});
