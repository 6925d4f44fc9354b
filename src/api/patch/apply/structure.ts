import { equalValues, isMap, type JsonMap } from '../../json/json-values.ts';
import type { FieldSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { fieldKey, itemKey, keyField, valueKey } from './path-key.ts';

/** How a value is taken apart into fields that can have different owners. */
export type TypedSchema =
  /** It has its owners as a whole. */
  | { kind: 'leaf' }
  | { kind: 'struct'; schema: StructSchema }
  | { kind: 'map'; value: TypedSchema }
  /** A list of which each item has owners; items are told apart by value, or by their key fields. */
  | { kind: 'set'; item: TypedSchema }
  | { kind: 'items'; item: TypedSchema; keys: readonly string[]; defaults: JsonMap };

const whole: TypedSchema = { kind: 'leaf' };
const set: TypedSchema = { kind: 'set', item: whole };

export interface FieldStructure {
  /** The path element of the field. */
  key: string;
  structure: TypedSchema;
}

/** The structures of the fields of all structs, each worked out once. */
export class TypedSchemas {
  readonly #ofFields = new WeakMap<FieldSchema, FieldStructure>();

  of(field: FieldSchema): FieldStructure {
    let known = this.#ofFields.get(field);
    if (known === undefined) {
      const structure = field.schema.type === 'list' ? listOf(field, field.schema.element) : mapOf(field);
      known = { key: fieldKey(field.name), structure };
      this.#ofFields.set(field, known);
    }
    return known;
  }
}

function mapOf({ mapType, schema }: FieldSchema): TypedSchema {
  return mapType === 'atomic' ? whole : elementOf(schema);
}

/** Without options of a field: an item of a list, a value of a map. */
function elementOf(schema: Schema): TypedSchema {
  if (schema.type === 'struct') return schema.atomic ? whole : { kind: 'struct', schema };
  return schema.type === 'map' ? { kind: 'map', value: elementOf(schema.value) } : whole;
}

function listOf({ listType, listKeys, patchStrategies }: FieldSchema, element: Schema): TypedSchema {
  if (listType === 'map' && element.type === 'struct') {
    const keys = [...listKeys].sort();
    const given = keys.map((key) => [key, element.byName.get(key)?.default] as const);
    const defaults = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    return { kind: 'items', item: elementOf(element), keys, defaults };
  }
  if (listType === 'set' && element.type !== 'struct') return set;
  // A list of scalars that patches merge is a set: finalizers.
  const isMerged = element.type !== 'struct' && patchStrategies.includes('merge');
  return isMerged ? set : whole;
}

export type ListStructure = TypedSchema & { kind: 'set' | 'items' };
export type MapStructure = TypedSchema & { kind: 'map' };

/** The path element of an item of such a list. */
export function pathElementOf(item: unknown, structure: ListStructure): string {
  if (structure.kind === 'set') return valueKey(item);
  return itemKey((item ?? {}) as JsonMap, structure.keys, structure.defaults);
}

/** The same items in the same order, as far as their keys go: nearly every list that is compared. */
export function areSameItems(a: unknown[], b: unknown[], structure: ListStructure): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (!isSameItem(a[index], b[index], structure)) return false;
  return true;
}

function isSameItem(a: unknown, b: unknown, structure: ListStructure): boolean {
  if (structure.kind === 'set') return equalValues(a, b);
  if (!isMap(a) || !isMap(b)) return false;
  const { keys, defaults } = structure;
  for (const key of keys) if (keyField(a, key, defaults) !== keyField(b, key, defaults)) return false;
  return true;
}
