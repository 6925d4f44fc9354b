import type { FieldSchema, Schema, StructSchema } from '../../schema/schema.ts';
import type { JsonMap } from '../json-values.ts';
import { itemKey, valueKey } from './path-key.ts';

/** How a value is taken apart into fields that can have different owners. */
export type Structure =
  /** It has its owners as a whole. */
  | { kind: 'leaf' }
  | { kind: 'struct'; schema: StructSchema }
  | { kind: 'map'; value: Structure }
  /** A list of which each item has owners; items are told apart by value, or by their key fields. */
  | { kind: 'set' }
  | { kind: 'items'; item: Structure; keys: readonly string[]; defaults: JsonMap };

const whole: Structure = { kind: 'leaf' };

/** The structures of the fields of all structs, each worked out once. */
export class Structures {
  readonly #ofFields = new WeakMap<FieldSchema, Structure>();

  of(field: FieldSchema): Structure {
    let structure = this.#ofFields.get(field);
    if (structure === undefined) {
      structure = field.schema.type === 'list' ? listOf(field, field.schema.element) : mapOf(field);
      this.#ofFields.set(field, structure);
    }
    return structure;
  }
}

function mapOf({ mapType, schema }: FieldSchema): Structure {
  return mapType === 'atomic' ? whole : elementOf(schema);
}

/** Without options of a field: an item of a list, a value of a map. */
function elementOf(schema: Schema): Structure {
  if (schema.type === 'struct') return schema.atomic ? whole : { kind: 'struct', schema };
  return schema.type === 'map' ? { kind: 'map', value: elementOf(schema.value) } : whole;
}

function listOf({ listType, listKeys, patchStrategies }: FieldSchema, element: Schema): Structure {
  if (listType === 'map' && element.type === 'struct') {
    const keys = [...listKeys].sort();
    const given = keys.map((key) => [key, element.byName.get(key)?.default] as const);
    const defaults = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    return { kind: 'items', item: { kind: 'struct', schema: element }, keys, defaults };
  }
  if (listType === 'set' && element.type !== 'struct') return { kind: 'set' };
  // A list of scalars that patches merge is a set: finalizers.
  const isMerged = element.type !== 'struct' && patchStrategies.includes('merge');
  return isMerged ? { kind: 'set' } : whole;
}

/** The path element of an item of such a list. */
export function keyOf(item: unknown, structure: Structure & { kind: 'set' | 'items' }): string {
  if (structure.kind === 'set') return valueKey(item);
  return itemKey((item ?? {}) as JsonMap, structure.keys, structure.defaults);
}
