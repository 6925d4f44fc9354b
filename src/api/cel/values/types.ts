import {
  boolType,
  bytesType,
  doubleType,
  intType,
  nullType,
  stringType,
  type Type,
  uintType,
} from '../types/types.ts';
import { type CelValue, StructuredValue } from './value.ts';

/** The type of a literal. */
export function literalType(value: CelValue): Type {
  if (value === null) return nullType;
  switch (typeof value) {
    case 'boolean':
      return boolType;
    case 'bigint':
      return intType;
    case 'number':
      return doubleType;
    case 'string':
      return stringType;
    default:
      return value instanceof Uint8Array ? bytesType : uintType;
  }
}

/** The name of a value's type, as `type(x)` and messages show it. */
export function typeName(value: CelValue): string {
  if (value === null) return 'null_type';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    default:
      return value instanceof StructuredValue ? value.typeName : 'bytes';
  }
}
