import { expect, it } from 'vitest';
import type { ValidationRule } from './rule.ts';
import { shownRule } from './shown-rule.ts';

const reasonIsNil = 'Reason:(*apiextensions.FieldValueErrorReason)(nil)';

it.each<[number, ValidationRule, string]>([
  [25, { rule: 'a "b"', message: 'm' }, 'Rule:"a \\"b\\"", Message:"m"'],
  [27, { rule: 'a' }, 'Rule:"a", Message:"", MessageExpression:""'],
  [
    28,
    { rule: 'a', fieldPath: '.b' },
    `Rule:"a", Message:"", MessageExpression:"", ${reasonIsNil}, FieldPath:".b"`,
  ],
  [
    33,
    { rule: 'a' },
    `Rule:"a", Message:"", MessageExpression:"", ${reasonIsNil}, FieldPath:"", OptionalOldSelf:(*bool)(nil)`,
  ],
])('release 1.%i shows %j', (release, rule, members) => {
  expect(shownRule(rule, release).text).toBe(`apiextensions.ValidationRule{${members}}`);
});

it('a rule with something that is pointed at is shown as JSON', () => {
  const json =
    '{"Rule":"a","Message":"","MessageExpression":"","Reason":"FieldValueInvalid","FieldPath":"","OptionalOldSelf":null}';
  expect(shownRule({ rule: 'a', reason: 'FieldValueInvalid' }, 30)).toMatchObject({ text: json, json });
});
