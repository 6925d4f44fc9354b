import { expect, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Attributes } from './authorizer.ts';
import { MatchConditions, MatchExpressions } from './match-conditions.ts';

const asked: Attributes = {
  user: { name: 'jane', uid: '', groups: ['a'], extra: {} },
  verb: 'list',
  isResourceRequest: true,
  namespace: 'shop',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  name: '',
  path: '',
  fieldSelector: [{ key: 'spec.nodeName', operator: 'In', values: ['n1'] }],
};
const ofPath: Attributes = { ...asked, isResourceRequest: false, path: '/livez', fieldSelector: undefined };

const expressions = new MatchExpressions(new FeatureGates('1.36'));

test.each<[string[], Attributes, boolean | string]>([
  [[], asked, true],
  [["request.user == 'jane'", "'a' in request.groups"], asked, true],
  [["request.user == 'jane'", "request.resourceAttributes.namespace == 'prod'"], asked, false],
  [['has(request.resourceAttributes)'], ofPath, false],
  [["request.nonResourceAttributes.path == '/livez'"], ofPath, true],
  [["request.resourceAttributes.fieldSelector.requirements[0].values == ['n1']"], asked, true],
  [['has(request.resourceAttributes.labelSelector)'], asked, false],
  [["request.extra['nope'][0] == 'x'"], asked, 'resulted in error: no such key: nope'],
  [["request.extra['nope'][0] == 'x'", 'false'], asked, false],
])('%j', (conditions, attributes, expected) => {
  const held = new MatchConditions(conditions, expressions).hold(attributes);
  if (typeof expected === 'boolean') expect(held).toBe(expected);
  else expect(held).toEqual({ error: expect.stringContaining(expected) });
});

test('selectors are known where requests are authorized by them', () => {
  const text = 'has(request.resourceAttributes.fieldSelector)';
  expect(expressions.compile(text)).toMatchObject({ expression: { text } });
  expect(new MatchExpressions(new FeatureGates('1.31')).compile(text)).toMatchObject({
    problem: { detail: expect.stringContaining("undefined field 'fieldSelector'") },
  });
});
