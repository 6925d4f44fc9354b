import { expect, it } from 'vitest';
import { markSentEmpty } from '../../../api/json/sent-empty.ts';
import type { ResourceV1DeviceAttribute } from '../../../api/schema/types.gen.ts';
import { FieldPath, fieldErrorText } from '../../../api/validation/field-errors.ts';
import { validateAttribute } from './attributes.ts';

it.each([
  ['an empty list', true, 'a.ints: Invalid value: []: must not be empty if specified'],
  [
    'an empty list where there are no lists',
    false,
    'a: Invalid value: "": exactly one value must be specified',
  ],
])('an attribute with %s', (_, hasLists, problem) => {
  const attribute: ResourceV1DeviceAttribute = {};
  markSentEmpty(attribute, attribute, ['ints']);
  expect(validateAttribute(attribute, FieldPath.of('a'), hasLists).map(fieldErrorText)).toEqual([problem]);
});
