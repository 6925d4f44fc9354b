import { expect, it } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { plainField } from '../../api/schema/plain-field.ts';
import type { FieldSchema, StructSchema } from '../../api/schema/schema.ts';
import { documentRules } from './document-rules.ts';
import { SchemaWriter } from './schemas.ts';

const element = { type: 'string' } as const;
const colour = plainField({ name: 'colour', schema: element, values: ['red', 'blue'], isEnum: true });
const colours = plainField({
  ...colour,
  name: 'colours',
  schema: { type: 'list', element },
  isListTypeDeclared: true,
});

function written(
  field: FieldSchema,
  release: string,
  listsEnums: boolean,
  form: 'v2' | 'v3' = 'v3',
): unknown {
  const struct = {
    type: 'struct',
    name: 'a.v1.A',
    description: '',
    fields: [field],
  } as unknown as StructSchema;
  const gates = {
    release,
    isIn: (since: string) => isReleasedBy(since, release),
    isOn: (gate: string) => gate === 'OpenAPIEnums' && listsEnums,
  };
  const writer = new SchemaWriter(dialects[0]!, documentRules(gates));
  return (writer.struct(struct, form, undefined)['properties'] as Record<string, unknown>)[field.name];
}

const listType = { [`${dialects[0]!.schemaExtension}list-type`]: 'atomic' };
const values = { enum: ['blue', 'red'] };
it.each([
  ['1.23', false, colour, { type: 'string' }],
  ['1.24', true, colour, { type: 'string', ...values }],
  ['1.24', true, colours, { type: 'array', items: { type: 'string', ...values, default: '' }, ...listType }],
  ['1.36', true, colours, { type: 'array', items: { type: 'string', ...values }, ...listType }],
  [
    '1.36',
    true,
    { ...colours, isListTypeDeclared: false },
    { type: 'array', items: { type: 'string', ...values } },
  ],
  ['1.36', true, { ...colours, isEnum: false }, { type: 'array', items: { type: 'string' }, ...listType }],
])('in %s, enumerations listed: %s', (release, listsEnums, field, expected) => {
  expect(written(field, release, listsEnums)).toEqual(expected);
});
