import { expect, test } from 'vitest';
import { fitOf, matchedAs, matchRulesOf } from './match-rules.ts';

const target = {
  operation: 'CREATE',
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  subresource: '',
  isNamespaced: true,
} as const;
const other = { group: 'extensions', version: 'v1beta1', resource: 'deployments' };
const rule = (more: object = {}) => ({
  apiGroups: ['apps'],
  apiVersions: ['v1'],
  operations: ['CREATE'],
  resources: ['deployments'],
  scope: '*',
  ...more,
});
const versionOf = (match: object, name = 'web'): string | undefined => {
  const fit = fitOf(matchRulesOf(match), target, [target, other]);
  return fit && matchedAs(fit, name)?.version;
};

test.each<[string, object, string | undefined]>([
  ['a rule that names it', { resourceRules: [rule()] }, 'v1'],
  ['no rule at all', {}, 'v1'],
  ['a rule for something else', { resourceRules: [rule({ resources: ['pods'] })] }, undefined],
  ['a rule for its name', { resourceRules: [rule({ resourceNames: ['web'] })] }, 'v1'],
  ['a rule for another name', { resourceRules: [rule({ resourceNames: ['db'] })] }, undefined],
  ['an exclusion', { resourceRules: [rule()], excludeResourceRules: [rule()] }, undefined],
  [
    'an exclusion of another name',
    { resourceRules: [rule()], excludeResourceRules: [rule({ resourceNames: ['db'] })] },
    'v1',
  ],
  [
    'a rule for another version of the same objects',
    { matchPolicy: 'Equivalent', resourceRules: [rule({ apiGroups: ['extensions'], apiVersions: ['*'] })] },
    'v1beta1',
  ],
  [
    'such a rule, taken exactly',
    { matchPolicy: 'Exact', resourceRules: [rule({ apiGroups: ['extensions'], apiVersions: ['*'] })] },
    undefined,
  ],
  [
    'an exclusion of another version of the same objects',
    {
      matchPolicy: 'Equivalent',
      resourceRules: [rule()],
      excludeResourceRules: [rule({ apiGroups: ['extensions'], apiVersions: ['*'] })],
    },
    undefined,
  ],
])('with %s a policy sees an object, or not', (_, match, expected) => {
  expect(versionOf(match)).toBe(expected);
});

test('an object without a name matches no rule with names', () => {
  expect(versionOf({ resourceRules: [rule({ resourceNames: ['web'] })] }, '')).toBeUndefined();
});
