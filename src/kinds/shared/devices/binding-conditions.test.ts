import { expect, it } from 'vitest';
import { markSentEmpty } from '../../../api/json/sent-empty.ts';
import { FieldPath, fieldErrorText } from '../../../api/validation/field-errors.ts';
import { validateBindingConditions } from './binding-conditions.ts';

it.each([
  ['a list that was sent empty', ['bindingConditions'], '[]'],
  ['no list', undefined, '"null"'],
])('failures without conditions show %s', (_, sent, shown) => {
  const device = { bindingFailureConditions: ['f'] };
  markSentEmpty(device, device, sent);
  expect(validateBindingConditions(device, FieldPath.of('d')).map(fieldErrorText)).toEqual([
    `d.bindingConditions: Invalid value: ${shown}: bindingConditions are required to use bindingFailureConditions`,
  ]);
});
