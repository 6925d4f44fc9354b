import { equalValues, isMap, type JsonMap } from '../../json/json-values.ts';
import type { FieldSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { fieldKey, itemKey, keyField, valueKey } from './path-key.ts';

/** View that apply has of a value: which parts of it can have different owners. */
export type TypedSchema =
  /** Atomic: it has its owners as a whole. */
  | { kind: 'leaf' }
  /** Worked out from the value: the members of a map are values of this sort, everything else is atomic. */
  | { kind: 'deduced' }
  | { kind: 'struct'; schema: StructSchema }
  | { kind: 'map'; value: TypedSchema }
  /** An associative list: each item has owners; items are identified by value (`set`), or by their key fields. */
  | { kind: 'set'; item: TypedSchema }
  | { kind: 'items'; item: TypedSchema; keys: readonly string[]; defaults: JsonMap };

export const isContainer = ({ type }: Schema): boolean =>
  type === 'list' || type === 'map' || type === 'struct';

const whole: KnownSchema = { kind: 'leaf' };
const set: TypedSchema = { kind: 'set', item: whole };
const deduced: TypedSchema = { kind: 'deduced' };
const deducedMap: KnownSchema = { kind: 'map', value: deduced };

export type KnownSchema = Exclude<TypedSchema, { kind: 'deduced' }>;

/** View that apply has of a value, or several of which all have to be maps for their members to be seen. */
export function known(typed: TypedSchema, ...values: unknown[]): KnownSchema {
  if (typed.kind !== 'deduced') return typed;
  return values.every(isMap) ? deducedMap : whole;
}

export interface TypedField {
  /** The path element of the field. */
  key: string;
  typed: TypedSchema;
}

/** A field that has parts itself. */
export interface TypedPart extends TypedField {
  schema: Schema;
}

/** The schemas of the fields of all structs, each worked out once. */
export class TypedSchemas {
  readonly #ofFields = new WeakMap<FieldSchema, TypedField>();
  readonly #parts = new WeakMap<StructSchema, StructParts>();

  of(field: FieldSchema): TypedField {
    let known = this.#ofFields.get(field);
    if (known === undefined) {
      const typed = field.schema.type === 'list' ? listOf(field, field.schema.element) : mapOf(field);
      known = { key: fieldKey(field.name), typed };
      this.#ofFields.set(field, known);
    }
    return known;
  }

  partsOf(schema: StructSchema): StructParts {
    let known = this.#parts.get(schema);
    if (known === undefined) {
      known = new StructParts(this, schema);
      this.#parts.set(schema, known);
    }
    return known;
  }
}

/** The fields of one struct that have parts themselves, by their path elements. */
class StructParts {
  readonly #schemas: TypedSchemas;
  readonly #struct: StructSchema;
  /** The declared fields that were looked up; undefined for a scalar. */
  readonly #known = new Map<string, TypedPart | undefined>();

  constructor(schemas: TypedSchemas, struct: StructSchema) {
    this.#schemas = schemas;
    this.#struct = struct;
  }

  /** Takes the key as it is in the set: a name cut from it is a new text, which costs more than all else here. */
  at(key: string): TypedPart | undefined {
    const known = this.#known.get(key);
    if (known !== undefined || this.#known.has(key)) return known;
    const field = this.#struct.byName.get(key.slice(2));
    if (field === undefined) return undefined;
    const { schema } = field;
    const part = isContainer(schema) ? { ...this.#schemas.of(field), schema } : undefined;
    // A struct that keeps fields of any name has no bound on them.
    if (!field.undeclared) this.#known.set(key, part);
    return part;
  }
}

function mapOf({ mapType, isMapTypeDeclared, schema }: FieldSchema): TypedSchema {
  if (isMapTypeDeclared && mapType === 'granular' && schema.type === 'struct')
    return { kind: 'struct', schema };
  return mapType === 'atomic' ? whole : elementOf(schema);
}

/** Type of an item of a list or a value of a map, which has no options of its own. */
function elementOf(schema: Schema): TypedSchema {
  if (schema.type === 'struct') return schema.atomic ? whole : { kind: 'struct', schema };
  if (schema.type === 'deduced') return deduced;
  return schema.type === 'map' ? { kind: 'map', value: elementOf(schema.value) } : whole;
}

function listOf({ listType, listKeys, patchStrategies }: FieldSchema, element: Schema): TypedSchema {
  if (listType === 'map' && element.type === 'struct') {
    const keys = [...listKeys].sort();
    const own = keys.map((key) => [key, element.byName.get(key)?.default] as const);
    const defaults = Object.fromEntries(own.filter(([, value]) => value !== undefined));
    return { kind: 'items', item: elementOf(element), keys, defaults };
  }
  if (listType === 'set' && element.type !== 'struct') return set;
  // A list of scalars that patches merge is a set: finalizers.
  const isMerged = element.type !== 'struct' && patchStrategies.includes('merge');
  return isMerged ? set : whole;
}

export type AssociativeList = TypedSchema & { kind: 'set' | 'items' };
export type TypedMap = TypedSchema & { kind: 'map' };

/** The path element of an item of such a list. */
export function pathElementOf(item: unknown, typed: AssociativeList): string {
  if (typed.kind === 'set') return valueKey(item);
  return itemKey((item ?? {}) as JsonMap, typed.keys, typed.defaults);
}

/** Whether two lists have the same items in the same order, by their keys: nearly all lists that are compared. */
export function areSameItems(a: unknown[], b: unknown[], typed: AssociativeList): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (!isSameItem(a[index], b[index], typed)) return false;
  return true;
}

function isSameItem(a: unknown, b: unknown, typed: AssociativeList): boolean {
  if (typed.kind === 'set') return equalValues(a, b);
  if (!isMap(a) || !isMap(b)) return false;
  const { keys, defaults } = typed;
  for (const key of keys) if (keyField(a, key, defaults) !== keyField(b, key, defaults)) return false;
  return true;
}
