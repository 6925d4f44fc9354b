import type { Schema } from '../schema/schema.ts';

/** Printed for an unset field that is always printed. */
export function zeroValue(schema: Schema): unknown {
  switch (schema.type) {
    case 'string':
    case 'duration':
      return '';
    case 'boolean':
      return false;
    case 'int32':
    case 'int64':
    case 'double':
    case 'int-or-string':
      return 0;
    case 'quantity':
      return '0';
    case 'struct':
      return {};
    default:
      return null;
  }
}

/** Whether a field with this normalized value is left out, unless it is always printed. */
export function isEmpty(value: unknown, schema: Schema): boolean {
  switch (schema.type) {
    case 'string':
    case 'bytes':
      return value === '';
    case 'boolean':
      return value === false;
    case 'int32':
    case 'int64':
    case 'double':
      return value === 0;
    case 'list':
      return (value as unknown[]).length === 0;
    case 'map': {
      for (const _ in value as object) return false;
      return true;
    }
    default:
      return false;
  }
}
