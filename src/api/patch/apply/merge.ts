import { equalValues, isMap, type JsonMap, ownValue, setValue } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { type KeyedItem, type ListOrder, mergedItems } from './list-order.ts';
import {
  type AssociativeList,
  areSameItems,
  known,
  pathElementOf,
  type TypedSchema,
  type TypedSchemas,
} from './typed-schema.ts';

export interface Merged {
  object: JsonMap;
  /** Whether items that the live object has stand in another order now. */
  isReordered: boolean;
}

/**
 * The live object with the fields of a configuration merged in. Neither is mutated; unchanged subtrees are shared.
 * `order`: whose order the items of associative lists have.
 */
export function mergeConfig(
  live: JsonMap,
  config: JsonMap,
  schema: StructSchema,
  schemas: TypedSchemas,
  order: ListOrder,
): Merged {
  const merger = new Merger(schemas, order);
  return { object: merger.structs(live, config, schema), isReordered: merger.isReordered };
}

class Merger {
  isReordered = false;
  readonly #schemas: TypedSchemas;
  readonly #order: ListOrder;

  constructor(schemas: TypedSchemas, order: ListOrder) {
    this.#schemas = schemas;
    this.#order = order;
  }

  structs(live: JsonMap, config: JsonMap, schema: StructSchema): JsonMap {
    return this.#each(live, config, (name, before, value) => {
      const field = schema.byName.get(name);
      return field === undefined ? value : this.#value(before, value, this.#schemas.of(field).typed);
    });
  }

  #value(live: unknown, config: unknown, schema: TypedSchema): unknown {
    const typed = known(schema, live, config);
    switch (typed.kind) {
      case 'leaf':
        return equalValues(live, config) ? live : config;
      case 'set':
      case 'items':
        if (!Array.isArray(live) || live.length === 0) return config;
        return Array.isArray(config) ? this.#lists(live, config, typed) : live;
      case 'struct':
      case 'map':
        if (!isMap(live) || Object.keys(live).length === 0) return config;
        if (!isMap(config)) return live;
        return typed.kind === 'map'
          ? this.#maps(live, config, typed.value)
          : this.structs(live, config, typed.schema);
    }
  }

  #maps(live: JsonMap, config: JsonMap, value: TypedSchema): JsonMap {
    return this.#each(live, config, (_, before, own) => this.#value(before, own, value));
  }

  /** Returns the live map itself when nothing in it changes. */
  #each(
    live: JsonMap,
    config: JsonMap,
    merge: (name: string, live: unknown, config: unknown) => unknown,
  ): JsonMap {
    let result = live;
    for (const name of Object.keys(config)) {
      const before = ownValue(live, name);
      const merged = merge(name, before, ownValue(config, name));
      if (merged === before) continue;
      if (result === live) result = { ...live };
      setValue(result, name, merged);
    }
    return result;
  }

  #lists(live: unknown[], config: unknown[], typed: AssociativeList): unknown[] {
    if (areSameItems(live, config, typed)) {
      if (typed.kind === 'set') return live;
      const merged = live.map((item, index) => this.#value(item, config[index], typed.item));
      return merged.every((item, index) => item === live[index]) ? live : merged;
    }
    const merge = (before: unknown, own: unknown): unknown => this.#value(before, own, typed.item);
    const keyed = (item: unknown): KeyedItem => [pathElementOf(item, typed), item];
    const { items, isReordered } = mergedItems(live.map(keyed), config.map(keyed), this.#order, merge);
    this.isReordered ||= isReordered;
    return items;
  }
}
