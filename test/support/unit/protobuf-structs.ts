import { plainField } from '../../../src/api/schema/plain-field.ts';
import type { FieldSchema, Schema, StructSchema } from '../../../src/api/schema/schema.ts';

/** The definitions of the product, and small structs of our own. */

export { definitionsOf as definitions } from './definitions.ts';

/** A struct with these fields, numbered from 1 in their order. */
export function struct(
  fields: Record<string, Schema | (Partial<FieldSchema> & { schema: Schema })>,
): StructSchema {
  const list = Object.entries(fields).map(([name, given], index): FieldSchema => {
    const said = 'schema' in given ? given : { schema: given };
    return plainField({ name, number: index + 1, ...said });
  });
  const byName = new Map(list.map((field) => [field.name, field]));
  return { type: 'struct', name: 'test.v1.Test', description: '', fields: list, byName };
}

/** `0a 03 61`. Text in parentheses says what the bytes are. */
export const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\([^)]*\)|\s/g, ''), 'hex');
