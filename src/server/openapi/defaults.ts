import type { FieldSchema, Schema } from '../../api/schema/schema.ts';

/**
 * What v3 documents say that an absent value means: of a field that is always printed its empty value, of items of
 * lists and values of maps the empty value as well. Undefined where nothing is said.
 */
export function defaultOf(field: FieldSchema): unknown {
  if (field.default !== undefined) return field.default;
  return field.always && !field.nullable ? emptyValue(field.schema) : undefined;
}

export function emptyValue({ type }: Schema): unknown {
  switch (type) {
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'int32':
    case 'int64':
    case 'double':
      return 0;
    case 'struct':
      return {};
    default:
      return undefined;
  }
}
