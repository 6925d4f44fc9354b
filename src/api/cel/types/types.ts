/** The type of an expression, as the checker knows it. Types are compared with `sameType`, never by identity. */
export type Type =
  | Primitive
  | ListType
  | MapType
  | OptionalType
  | TypeType
  | ObjectType
  | OpaqueType
  | TypeParameter;

type PrimitiveName =
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'null'
  | 'dyn'
  | 'any'
  | 'duration'
  | 'timestamp'
  | 'error';

interface Primitive {
  readonly kind: PrimitiveName;
}

export interface ListType {
  readonly kind: 'list';
  readonly item: Type;
}

export interface MapType {
  readonly kind: 'map';
  readonly key: Type;
  readonly value: Type;
}

interface OptionalType {
  readonly kind: 'optional';
  readonly item: Type;
}

/** The type of a type: `type(int)`; without an item that of any. */
interface TypeType {
  readonly kind: 'type';
  readonly item: Type | undefined;
}

/** An object with named fields. Fields are asked for when an expression names them: types may hold themselves. */
export interface ObjectType {
  readonly kind: 'object';
  readonly name: string;
  /** Undefined for a field that there is not. */
  field(name: string): Type | undefined;
  /** Whether expressions may write it as a literal: `Object.spec{replicas: 1}`. */
  readonly isLiteral?: boolean;
}

/** A type of a library, which has methods alone: `net.IP`. */
interface OpaqueType {
  readonly kind: 'opaque';
  readonly name: string;
}

/** A type that a call of a function decides: `T` of `list(T)`. */
export interface TypeParameter {
  readonly kind: 'parameter';
  readonly name: string;
}

export const boolType: Type = { kind: 'bool' };
export const intType: Type = { kind: 'int' };
export const uintType: Type = { kind: 'uint' };
export const doubleType: Type = { kind: 'double' };
export const stringType: Type = { kind: 'string' };
export const bytesType: Type = { kind: 'bytes' };
export const nullType: Type = { kind: 'null' };
export const dynType: Type = { kind: 'dyn' };
/** What may be of any type when its result is expected. */
export const anyType: Type = { kind: 'any' };
export const durationType: Type = { kind: 'duration' };
export const timestampType: Type = { kind: 'timestamp' };
/** The type of what could not be checked; it fits everywhere, so that one mistake is reported once. */
export const errorType: Type = { kind: 'error' };

export const listOf = (item: Type): ListType => ({ kind: 'list', item });
export const mapOf = (key: Type, value: Type): MapType => ({ kind: 'map', key, value });
export const optionalOf = (item: Type): Type => ({ kind: 'optional', item });
export const typeOfType = (item?: Type): Type => ({ kind: 'type', item });
export const opaqueType = (name: string): Type => ({ kind: 'opaque', name });
export const parameter = (name: string): Type => ({ kind: 'parameter', name });

/** An object type whose fields are known now. */
export function objectType(
  name: string,
  fields: Readonly<Record<string, Type>>,
  isLiteral = false,
): ObjectType {
  return {
    kind: 'object',
    name,
    isLiteral,
    field: (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined),
  };
}

/** The text that messages show: `map(string, list(int))`. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'list':
      return `list(${typeText(type.item)})`;
    case 'map':
      return `map(${typeText(type.key)}, ${typeText(type.value)})`;
    case 'optional':
      return `optional_type(${typeText(type.item)})`;
    case 'type':
      return type.item === undefined ? 'type' : `type(${typeText(type.item)})`;
    case 'object':
    case 'opaque':
    case 'parameter':
      return type.name;
    case 'error':
      return '!error!';
    default:
      return type.kind;
  }
}

/** Objects are the same type if they have the same name. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'list':
    case 'optional':
      return sameType(a.item, (b as ListType).item);
    case 'map':
      return sameType(a.key, (b as MapType).key) && sameType(a.value, (b as MapType).value);
    case 'type': {
      const other = (b as TypeType).item;
      return a.item === undefined || other === undefined ? a.item === other : sameType(a.item, other);
    }
    case 'object':
    case 'opaque':
    case 'parameter':
      return a.name === (b as OpaqueType).name;
    default:
      return true;
  }
}
