import type { Schema } from '../schema/schema.ts';

/** What a JSON value is. A number is shown when it was one that the type could have held, had it been another. */
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

/** `core.v1.PodSpec` is PodSpec. */
export const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** As the field's clients know types: `[]v1.Container`, `map[string]string`, `int32`. */
export function typeText(schema: Schema): string {
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
    // Whatever is no text is read as a number.
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
