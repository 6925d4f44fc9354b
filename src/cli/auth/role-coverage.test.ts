import { expect, test } from 'vitest';
import { rule } from '../../../test/support/unit/policy-bench.ts';
import { type PolicyRule, ruleText, uncovered } from './role-coverage.ts';

test.each<[string, PolicyRule[], PolicyRule[], PolicyRule[]]>([
  ['what is given', [rule('get,list pods,nodes')], [rule('get pods')], []],
  ['another verb', [rule('get pods')], [rule('get,list pods')], [rule('list pods')]],
  ['another resource', [rule('get pods')], [rule('get pods,nodes')], [rule('get nodes')]],
  ['another group', [rule('get pods')], [rule('get pods', ['', 'x'])], [rule('get pods', ['x'])]],
  ['anything', [rule('* *', ['*'])], [rule('get pods/log', ['x'], ['a'])], []],
  ['what two rules give', [rule('get pods'), rule('list pods')], [rule('get,list pods')], []],
  ['a subresource', [rule('get pods')], [rule('get pods/log')], [rule('get pods/log')]],
  ['a subresource of all', [rule('get */log')], [rule('get pods/log,pods')], [rule('get pods')]],
  ['some names of all', [rule('get pods')], [rule('get pods', [''], ['a'])], []],
  ['all names of some', [rule('get pods', [''], ['a'])], [rule('get pods')], [rule('get pods')]],
  [
    'other names',
    [rule('get pods', [''], ['a'])],
    [rule('get pods', [''], ['a', 'b'])],
    [rule('get pods', [''], ['b'])],
  ],
  ['paths', [rule('get /a,/b*')], [rule('get /a,/bc,/c')], [rule('get /c')]],
  ['a path of resources', [rule('get *', ['*'])], [rule('get /a')], [rule('get /a')]],
  ['resources of paths', [rule('get /a')], [rule('get pods')], [rule('get pods')]],
  ['nothing', [], [{ verbs: null, resources: null }], []],
  ['a rule without verbs', [{ verbs: null }], [rule('get pods')], [rule('get pods')]],
])('of %s the rest is not covered', (_, given, wanted, expected) => {
  expect(uncovered(given, wanted)).toEqual(expected);
});

test('a rule is shown with all of its fields', () => {
  expect(ruleText(rule('get,list pods', [''], ['a', 'b']))).toBe(
    '{Verbs:[get list] APIGroups:[] Resources:[pods] ResourceNames:[a b] NonResourceURLs:[]}',
  );
  expect(ruleText({ verbs: null, nonResourceURLs: ['/a'] })).toBe(
    '{Verbs:[] APIGroups:[] Resources:[] ResourceNames:[] NonResourceURLs:[/a]}',
  );
});
