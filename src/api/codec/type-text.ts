import type { Schema } from '../schema/schema.ts';

/** Go's name of a JSON type. For an integer type the message also shows the number. */
export function jsonTypeOf(value: unknown, { type }: Partial<Schema> = {}): string {
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'number':
    case 'bigint':
      return type === 'int32' || type === 'int64' || type === 'int-or-string' ? `number ${value}` : 'number';
    case 'string':
      return 'string';
    default:
      return value === null ? 'null' : 'object';
  }
}

/** `PodSpec` of `core.v1.PodSpec`. */
export const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The Go type in messages: `[]v1.Container`, `map[string]string`, `int32`. */
export function typeText(schema: Schema): string {
  if (schema.type !== 'struct' && schema.typeName !== undefined) return schema.typeName;
  switch (schema.type) {
    case 'struct':
      return schema.name.split('.').slice(1).join('.');
    case 'list':
      return `[]${typeText(schema.element)}`;
    case 'map':
      return `map[string]${typeText(schema.value)}`;
    case 'boolean':
      return 'bool';
    case 'double':
      return 'float64';
    case 'bytes':
      return '[]uint8';
    // Go's decoder reads every value that is not a string as a number.
    case 'int-or-string':
      return 'int32';
    case 'time':
    case 'micro-time':
    case 'duration':
      return 'string';
    default:
      return schema.type;
  }
}
