import { equalValues, isMap, type JsonMap, ownValue, setValue } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import {
  areSameItems,
  type ListStructure,
  pathElementOf,
  type TypedSchema,
  type TypedSchemas,
} from './structure.ts';

/**
 * The live object with what a configuration gives put over it. Neither is changed; what stays the same is shared.
 * Lists keep the order of the live object, new items come last.
 */
export function mergeConfig(
  live: JsonMap,
  config: JsonMap,
  schema: StructSchema,
  structures: TypedSchemas,
): JsonMap {
  return new Merger(structures).structs(live, config, schema);
}

class Merger {
  readonly #structures: TypedSchemas;

  constructor(structures: TypedSchemas) {
    this.#structures = structures;
  }

  structs(live: JsonMap, config: JsonMap, schema: StructSchema): JsonMap {
    return this.#each(live, config, (name, before, value) => {
      const field = schema.byName.get(name);
      return field === undefined ? value : this.#value(before, value, this.#structures.of(field).structure);
    });
  }

  #value(live: unknown, config: unknown, structure: TypedSchema): unknown {
    switch (structure.kind) {
      case 'leaf':
        return equalValues(live, config) ? live : config;
      case 'set':
      case 'items':
        if (!Array.isArray(live) || live.length === 0) return config;
        return Array.isArray(config) ? this.#lists(live, config, structure) : live;
      case 'struct':
      case 'map':
        if (!isMap(live) || Object.keys(live).length === 0) return config;
        if (!isMap(config)) return live;
        return structure.kind === 'map'
          ? this.#maps(live, config, structure.value)
          : this.structs(live, config, structure.schema);
    }
  }

  #maps(live: JsonMap, config: JsonMap, value: TypedSchema): JsonMap {
    return this.#each(live, config, (_, before, own) => this.#value(before, own, value));
  }

  /** The live one itself when nothing in it becomes anything else. */
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

  #lists(live: unknown[], config: unknown[], structure: ListStructure): unknown[] {
    if (areSameItems(live, config, structure)) {
      if (structure.kind === 'set') return live;
      const merged = live.map((item, index) => this.#value(item, config[index], structure.item));
      return merged.every((item, index) => item === live[index]) ? live : merged;
    }
    const given = new Map(config.map((item) => [pathElementOf(item, structure), item]));
    const seen = new Set<string>();
    const result: unknown[] = [];
    for (const item of live) {
      const key = pathElementOf(item, structure);
      const own = given.get(key);
      if (own === undefined) result.push(item);
      // Items of the live list that have the same key become one.
      else if (!seen.has(key)) result.push(this.#value(item, own, structure.item));
      seen.add(key);
    }
    for (const [key, item] of given) if (!seen.has(key)) result.push(item);
    return result;
  }
}
