import { expect, it } from 'vitest';
import { rule } from '../../../../test/support/unit/policy-bench.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
import { quotedList, ruleLines } from './rule-text.ts';

it.each<[string, RbacV1PolicyRule[], string[]]>([
  ['none', [], []],
  [
    'the verbs of one resource together',
    [rule('get pods'), rule('list,watch pods')],
    ['{APIGroups:[""], Resources:["pods"], Verbs:["get" "list" "watch"]}'],
  ],
  [
    'each resource, group and name apart, sorted',
    [rule('get pods'), rule('get nodes'), rule('get pods', ['x']), rule('get pods', [''], ['a'])],
    [
      '{APIGroups:[""], Resources:["nodes"], Verbs:["get"]}',
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["a"], Verbs:["get"]}',
      '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
      '{APIGroups:["x"], Resources:["pods"], Verbs:["get"]}',
    ],
  ],
  [
    'rules of several resources as they are',
    [rule('get pods,nodes'), rule('list pods,nodes')],
    [
      '{APIGroups:[""], Resources:["pods" "nodes"], Verbs:["get"]}',
      '{APIGroups:[""], Resources:["pods" "nodes"], Verbs:["list"]}',
    ],
  ],
  [
    'rules of several groups as they are',
    [rule('get pods', ['', 'x']), rule('list pods', ['', 'x'])],
    [
      '{APIGroups:["" "x"], Resources:["pods"], Verbs:["get"]}',
      '{APIGroups:["" "x"], Resources:["pods"], Verbs:["list"]}',
    ],
  ],
  [
    'rules of several names as they are',
    [rule('get pods', [''], ['a', 'b']), rule('list pods', [''], ['a', 'b'])],
    [
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["a" "b"], Verbs:["get"]}',
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["a" "b"], Verbs:["list"]}',
    ],
  ],
  [
    'rules of paths as they are',
    [rule('get /a'), rule('post /a')],
    ['{NonResourceURLs:["/a"], Verbs:["get"]}', '{NonResourceURLs:["/a"], Verbs:["post"]}'],
  ],
  [
    'rules of resources and paths as they are',
    [
      { ...rule('get pods'), nonResourceURLs: ['/a'] },
      { ...rule('list pods'), nonResourceURLs: ['/a'] },
    ],
    [
      '{APIGroups:[""], Resources:["pods"], NonResourceURLs:["/a"], Verbs:["get"]}',
      '{APIGroups:[""], Resources:["pods"], NonResourceURLs:["/a"], Verbs:["list"]}',
    ],
  ],
  [
    'what is the same once',
    [rule('get pods,nodes'), rule('get pods,nodes')],
    ['{APIGroups:[""], Resources:["pods" "nodes"], Verbs:["get"]}'],
  ],
  [
    'rules without verbs',
    [
      { verbs: null, apiGroups: [''], resources: ['pods'] },
      { verbs: null, apiGroups: [''], resources: ['pods'] },
    ],
    ['{APIGroups:[""], Resources:["pods"]}'],
  ],
  [
    'a rule without verbs beside one with',
    [{ verbs: null, apiGroups: [''], resources: ['pods'] }, rule('get pods')],
    ['{APIGroups:[""], Resources:["pods"], Verbs:["get"]}'],
  ],
  ['a rule of nothing', [{ verbs: ['get'] }], ['{Verbs:["get"]}']],
])('the text of rules has %s', (_, rules, expected) => {
  expect(ruleLines(rules)).toEqual(expected);
});

it('rules are not changed by being shown', () => {
  const rules = [rule('get pods'), rule('list pods')];
  ruleLines(rules);
  expect(rules).toEqual([rule('get pods'), rule('list pods')]);
});

it('a list of texts is quoted', () => {
  expect([quotedList([]), quotedList(['a', 'b"'])]).toEqual(['[]', '["a" "b\\""]']);
});
