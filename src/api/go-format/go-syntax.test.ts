import { expect, test } from 'vitest';
import { FieldPath, fieldErrorText, invalid } from '../validation/field-errors.ts';
import { type GoText, goLabelSelector, goList, goStringMap, goStruct } from './go-syntax.ts';

test.each<[GoText, string]>([
  [goList('string', undefined), '[]string(nil)'],
  [goList('string', []), '[]string{}'],
  [goList('string', ['a', 'b"']), '[]string{"a", "b\\""}'],
  [goStringMap(undefined), 'map[string]string(nil)'],
  [goStringMap({}), 'map[string]string{}'],
  [goStringMap({ b: '2', a: '"' }), 'map[string]string{"a":"\\"", "b":"2"}'],
  [
    goLabelSelector({ matchLabels: { app: 'web' } }),
    'v1.LabelSelector{MatchLabels:map[string]string{"app":"web"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}',
  ],
  [
    goLabelSelector({
      matchExpressions: [
        { key: 'a', operator: 'In', values: ['x', 'y'] },
        { key: 'b', operator: 'Exists' },
      ],
    }),
    'v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement{' +
      'v1.LabelSelectorRequirement{Key:"a", Operator:"In", Values:[]string{"x", "y"}}, ' +
      'v1.LabelSelectorRequirement{Key:"b", Operator:"Exists", Values:[]string(nil)}}}',
  ],
  [goStruct('rbac.RoleRef', { Kind: 'Role', Name: 'n' }), 'rbac.RoleRef{Kind:"Role", Name:"n"}'],
])('value %# is printed as by %%#v of Go', (value, text) => {
  expect(fieldErrorText(invalid(FieldPath.of('f'), value, 'no'))).toBe(`f: Invalid value: ${text}: no`);
});
