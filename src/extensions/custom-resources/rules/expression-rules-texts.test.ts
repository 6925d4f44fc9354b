import { expect, it } from 'vitest';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import { extensionNames } from '../../../api/schema/json-schema.ts';
import { valueStyleOf } from '../../../api/structural-schema/value-style.ts';
import { fieldErrorText } from '../../../api/validation/field-errors.ts';
import { expressionRules } from './expression-rules.ts';

const names = extensionNames(dialects[0]!);
const options = { release: '1.30', names, style: valueStyleOf(new FeatureGates('1.30')) };

/** The problems that a rule about the field `a` sees in an object in which it is 1. */
function said(rule: object): string[] {
  const schema = {
    type: 'object',
    properties: { a: { type: 'integer' } },
    [names.validations]: [{ rule: 'self.a > 1', ...rule }],
  };
  const steps = expressionRules(schema, options)!.validate({ a: 1 }, undefined);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value.errors.map(fieldErrorText);
}

const messageExpression = '"a is " + string(self.a)';

it.each([
  ['as it is', {}, ['<nil>: Invalid value: "object": failed rule: self.a > 1']],
  ['with a message', { message: 'no' }, ['<nil>: Invalid value: "object": no']],
  ['with an expression as its message', { messageExpression }, ['<nil>: Invalid value: "object": a is 1']],
  [
    'with an expression that is no text at the time',
    { messageExpression: '"a" + string(self.a / 0)' },
    ['<nil>: Invalid value: "object": failed rule: self.a > 1'],
  ],
  ['with a reason', { message: 'no', reason: 'FieldValueForbidden' }, ['<nil>: Forbidden: no']],
  ['with a field', { message: 'no', fieldPath: '.a' }, ['a: Invalid value: "object": no']],
  [
    'with all of them',
    { messageExpression, reason: 'FieldValueRequired', fieldPath: '.a' },
    ['a: Required value: a is 1'],
  ],
])('a rule %s says what is wrong', (_, rule, expected) => {
  expect(said(rule)).toEqual(expected);
});
