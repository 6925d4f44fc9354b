import type { StructSchema } from '../../schema/schema.ts';
import { isMap, type JsonMap, ownValue, setValue } from '../json-values.ts';
import { areSameItems, keyOf, type ListStructure, type Structure, type Structures } from './structure.ts';

/**
 * The live object with what a configuration gives put over it. Neither is changed; what is not touched is shared.
 * Lists keep the order of the live object, new items come last.
 */
export function mergeConfig(
  live: JsonMap,
  config: JsonMap,
  schema: StructSchema,
  structures: Structures,
): JsonMap {
  return new Merger(structures).structs(live, config, schema);
}

class Merger {
  readonly #structures: Structures;

  constructor(structures: Structures) {
    this.#structures = structures;
  }

  structs(live: JsonMap, config: JsonMap, schema: StructSchema): JsonMap {
    const result = { ...live };
    for (const name of Object.keys(config)) {
      const field = schema.byName.get(name);
      const value = config[name];
      setValue(
        result,
        name,
        field === undefined ? value : this.#value(live[name], value, this.#structures.of(field).structure),
      );
    }
    return result;
  }

  #value(live: unknown, config: unknown, structure: Structure): unknown {
    switch (structure.kind) {
      case 'leaf':
        return config;
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

  #maps(live: JsonMap, config: JsonMap, value: Structure): JsonMap {
    const result = { ...live };
    for (const name of Object.keys(config)) {
      setValue(result, name, this.#value(ownValue(live, name), ownValue(config, name), value));
    }
    return result;
  }

  #lists(live: unknown[], config: unknown[], structure: ListStructure): unknown[] {
    if (areSameItems(live, config, structure)) {
      return structure.kind === 'set'
        ? live
        : live.map((item, index) => this.#value(item, config[index], structure.item));
    }
    const given = new Map(config.map((item) => [keyOf(item, structure), item]));
    const seen = new Set<string>();
    const result: unknown[] = [];
    for (const item of live) {
      const key = keyOf(item, structure);
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
