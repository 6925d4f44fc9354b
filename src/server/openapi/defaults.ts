import type { FieldSchema, Schema } from '../../api/schema/schema.ts';

/**
 * The `default` of v3 documents: the empty value for a field that is always printed, and for an object that cannot be
 * null. Undefined for fields without one.
 */
export function defaultOf(field: FieldSchema): unknown {
  if (field.default !== undefined) return field.default;
  const hasEmpty = field.always || field.schema.type === 'struct';
  return hasEmpty && !field.nullable ? emptyValue(field.schema) : undefined;
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
