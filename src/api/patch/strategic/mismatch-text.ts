import type { Schema } from '../../schema/schema.ts';

/**
 * Reason why a value is not of its type, as the original says it of the result of a strategic merge patch, which it
 * restores from maps and lists without JSON in between: `cannot restore map from string`. Undefined where its types
 * read JSON all the same.
 */
export function strategicMismatchText(value: unknown, schema: Schema): string | undefined {
  const given = kindOf(value);
  switch (schema.type) {
    case 'map':
      return `cannot restore map from ${given}`;
    case 'list':
    case 'bytes':
      return `cannot restore slice from ${given}`;
    case 'struct':
      return `cannot restore struct from: ${given}`;
    case 'string':
      return given === 'int64' ? 'cannot convert int64 to string' : 'unrecognized type: string';
    case 'boolean':
      return 'unrecognized type: bool';
    case 'int32':
    case 'int64':
      return isNumber(value)
        ? `cannot convert ${given} to ${schema.type}`
        : `unrecognized type: ${schema.type}`;
    case 'double':
      return 'unrecognized type: float64';
    default:
      return undefined;
  }
}

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64';
    case 'bigint':
      return 'int64';
    default:
      return 'map';
  }
}
