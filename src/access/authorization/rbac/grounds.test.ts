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
