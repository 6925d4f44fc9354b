import type { Type } from '../types/types.ts';
import { ListValue, MapValue } from './collections.ts';
import { typeName } from './types.ts';
import { type CelValue, OptionalValue } from './value.ts';

/** The name that the values of a type show as theirs. */
export function runtimeTypeName(type: Type): string {
  switch (type.kind) {
    case 'null':
      return 'null_type';
    case 'optional':
      return 'optional_type';
    case 'duration':
      return 'google.protobuf.Duration';
    case 'timestamp':
      return 'google.protobuf.Timestamp';
    case 'any':
      return 'google.protobuf.Any';
    case 'object':
    case 'opaque':
    case 'parameter':
      return type.name;
    default:
      return type.kind;
  }
}

/** Whether a value may be passed where a type is wanted: of lists and maps the first member is looked at. */
export function fits(value: CelValue, type: Type): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'any':
    case 'parameter':
    case 'error':
      return true;
    case 'list':
      return value instanceof ListValue && (value.length === 0 || fits(value.at(0), type.item));
    case 'map':
      return value instanceof MapValue && fitsMap(value, type.key, type.value);
    case 'optional':
      return value instanceof OptionalValue && (value.value === undefined || fits(value.value, type.item));
    default:
      return typeName(value) === runtimeTypeName(type);
  }
}

function fitsMap(map: MapValue, key: Type, value: Type): boolean {
  const [first] = map.keys();
  return first === undefined || (fits(first, key) && fits(map.get(first)!, value));
}
