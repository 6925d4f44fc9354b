import { expect, it } from 'vitest';
import { aUser, PolicyBench, request, rule, userOf } from '../../../../test/support/unit/policy-bench.ts';
import type { Grounds } from '../../../api/request/decisions.ts';
import { groundsOf } from './grounds.ts';

const ann = userOf('ann', 'sellers');

function benchOf(...rules: Parameters<PolicyBench['role']>[2][]): PolicyBench {
  const bench = new PolicyBench();
  bench.role('', 'seller', ...rules);
  bench.bind('', 'sellers', 'ClusterRole/seller', aUser('ann'));
  return bench;
}

function grounds({ policy }: PolicyBench, asked: string, name = ''): Grounds {
  const attributes = request(ann, asked, 'shop', name);
  return groundsOf(policy, attributes, policy.decide(attributes));
}

it('names the binding, the role and the rule that allow a request', () => {
  const bench = benchOf(rule('list nodes'), rule('get,list pods'));
  expect(grounds(bench, 'list pods')).toEqual({
    allowedBy: {
      binding: { kind: 'ClusterRoleBinding', name: 'sellers' },
      role: { kind: 'ClusterRole', name: 'seller' },
      subject: aUser('ann'),
      rule: rule('get,list pods'),
    },
  });
});

it('names the namespace of a role binding', () => {
  const bench = new PolicyBench();
  bench.role('shop', 'local', rule('get pods'));
  bench.bind('shop', 'locals', 'Role/local', aUser('ann'));
  expect(grounds(bench, 'get pods').allowedBy?.binding).toEqual({
    kind: 'RoleBinding',
    namespace: 'shop',
    name: 'locals',
  });
});

it('shows rules that lack one thing, those with the least of a change first', () => {
  const bench = benchOf(
    rule('list pods'),
    rule('get pods', [''], ['b']),
    rule('get nodes'),
    rule('list nodes'),
  );
  const { nearest = [] } = grounds(bench, 'get pods', 'a');
  expect(nearest.map(({ rule: near, lacks }) => [near?.verbs, near?.resourceNames, lacks])).toEqual([
    [['get'], ['b'], 'resourceNames'],
    [['list'], undefined, 'verbs'],
  ]);
});

it('takes a rule about a resource for near to its subresources', () => {
  const { nearest = [] } = grounds(benchOf(rule('get pods')), 'get pods/log');
  expect(nearest.map(({ lacks }) => lacks)).toEqual(['resources']);
});

it('says in which namespaces the same is allowed', () => {
  const bench = benchOf();
  for (const namespace of ['garden', 'kitchen'])
    bench.bind(namespace, 'cooks', 'ClusterRole/cook', aUser('ann'));
  bench.bind('bar', 'cooks', 'ClusterRole/cook', aUser('bob'));
  bench.role('', 'cook', rule('get pods'));
  expect(grounds(bench, 'get pods')).toEqual({ allowedIn: ['garden', 'kitchen'] });
});

it('gives up beyond its bound instead of looking at every name of a huge role', () => {
  const names = Array.from({ length: 300_000 }, (_, index) => `n${index}`);
  const bench = benchOf(rule('get pods', [''], names), rule('list pods'));
  expect(grounds(bench, 'get pods', 'a')).toEqual({});
});

it.each<[string, Parameters<typeof rule>[0], string]>([
  ['another resource', 'get nodes', 'get pods'],
  ['the resource of a subresource', 'get pods/log', 'get pods'],
  ['another subresource', 'get pods/exec', 'get pods/log'],
  ['another path', 'get /a', 'get /b'],
  ['a path', 'get /a', 'get pods'],
  ['two other things', 'get nodes', 'list pods'],
])('takes a rule about %s for no near one', (_, of, asked) => {
  expect(grounds(benchOf(rule(of)), asked)).toEqual({});
});

it('takes a rule with another group, or another verb on a path, for a near one', () => {
  const bench = benchOf(rule('get pods', ['x']), rule('get /a'));
  const lacksOf = (asked: string) => grounds(bench, asked).nearest?.map(({ lacks }) => lacks);
  expect([lacksOf('get pods'), lacksOf('post /a')]).toEqual([['apiGroups'], ['verbs']]);
});

it('shows three near rules', () => {
  const bench = benchOf(...['list', 'watch', 'create', 'delete'].map((verb) => rule(`${verb} pods`)));
  expect(grounds(bench, 'get pods').nearest).toHaveLength(3);
});

it('shows nothing near where something else has allowed it', () => {
  const bench = benchOf(rule('list pods'));
  expect(groundsOf(bench.policy, request(ann, 'get pods'), { verdict: 'allow', reason: '' })).toEqual({});
});

it('shows five namespaces in which it is allowed, and none for a path', () => {
  const bench = benchOf();
  bench.role('', 'cook', rule('get pods'), rule('get /a'));
  for (let at = 0; at < 7; at++) bench.bind(`n${at}`, 'cooks', 'ClusterRole/cook', aUser('ann'));
  expect(grounds(bench, 'get pods').allowedIn).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']);
  expect(grounds(bench, 'get /a')).toEqual({});
});

it.each([
  ['the last of a thousand', 999, ['mine']],
  ['one behind a thousand', 1_000, undefined],
])('looks for them in a thousand namespaces: %s', (_, others, expected) => {
  const bench = benchOf();
  bench.role('', 'cook', rule('get pods'));
  for (let at = 0; at < others; at++) bench.bind(`n${at}`, 'cooks', 'ClusterRole/cook', aUser('bob'));
  bench.bind('mine', 'cooks', 'ClusterRole/cook', aUser('ann'));
  expect(grounds(bench, 'get pods').allowedIn).toEqual(expected);
});

it('looks at two hundred thousand words', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
  // A rule counts one more than the words that it has, without its groups.
  const lacks = (count: number) =>
    grounds(benchOf(rule('get pods', [''], names(count))), 'get pods', 'a').nearest?.length;
  expect([lacks(199_997), lacks(199_998)]).toEqual([1, undefined]);
});
