import { expect, it } from 'vitest';
import { dialects } from '../meta/dialect.ts';
import { extensionNames, type JsonSchema } from '../schema/json-schema.ts';
import { FieldPath, fieldErrorText } from '../validation/field-errors.ts';
import { validateRules } from './validation-rules.ts';

const names = extensionNames(dialects[0]!);

/** Objects in objects, each with a rule, around many fields. */
function nested(levels: number, fields: number): JsonSchema {
  let schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: fields }, (_, index) => [`f${index}`, { type: 'string' }]),
    ),
  };
  for (let level = 0; level < levels; level++) {
    schema = { type: 'object', properties: { n: schema }, [names.validations]: [{ rule: 'has(self.n)' }] };
  }
  return schema;
}

it('rules at many places are checked, as long as they are not about too many fields', () => {
  expect(validateRules(nested(10, 1_000), FieldPath.of('schema'), names)).toEqual([]);
  const faults = validateRules(nested(100, 1_000), FieldPath.of('schema'), names);
  expect(faults.map(fieldErrorText)).toEqual([
    'schema: Forbidden: rules are about more fields than can be checked',
  ]);
});
