import { equalValues, isMap, isNullOrEmpty, type JsonMap } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { type FieldSet, FieldSetBuilder, leaf } from './field-set.ts';
import { fieldKey } from './path-key.ts';
import {
  areSameItems,
  type FieldStructure,
  type ListStructure,
  pathElementOf,
  type TypedSchema,
  type TypedSchemas,
} from './structure.ts';
import { type FieldFilter, untrackedMetadata } from './tracked.ts';
import { WholeValues } from './whole-value.ts';
import type { KnownNodes } from './wide-nodes.ts';

/** How one state of an object differs from an earlier one. What is never tracked is not in it. */
export interface Comparison {
  /** Fields that are new or have another value; of something new also all below it. */
  changed: FieldSet;
  /** Fields that are gone, all that was below them too. */
  removed: FieldSet;
}

/** Compares two shaped objects of one type. `known`: nodes of lists and maps of the next one, see `wholeWideNodes`. */
export function compareObjects(
  old: JsonMap,
  next: JsonMap,
  schema: StructSchema,
  structures: TypedSchemas,
  counts: FieldFilter,
  known?: KnownNodes,
): Comparison {
  return new Comparer(structures, known).compare(old, next, schema, counts);
}

class Comparer {
  readonly #structures: TypedSchemas;
  readonly #whole: WholeValues;
  readonly #changed = new FieldSetBuilder();
  readonly #removed = new FieldSetBuilder();
  /** A key that costs something is worked out only when something below it differs. */
  readonly #path: (string | (() => string))[] = [];

  constructor(structures: TypedSchemas, known: KnownNodes | undefined) {
    this.#structures = structures;
    this.#whole = new WholeValues(structures, known);
  }

  compare(old: JsonMap, next: JsonMap, schema: StructSchema, counts: FieldFilter): Comparison {
    for (const field of schema.fields) {
      const { name } = field;
      if (name === 'kind' || name === 'apiVersion' || !counts(name)) continue;
      if (name === 'metadata')
        this.#metadata(old[name] as JsonMap, next[name] as JsonMap, field.schema as StructSchema, counts);
      else this.#field(this.#structures.of(field), old[name], next[name]);
    }
    return { changed: this.#changed.build(), removed: this.#removed.build() };
  }

  #metadata(old: JsonMap, next: JsonMap, schema: StructSchema, counts: FieldFilter): void {
    this.#path.push(fieldKey('metadata'));
    for (const field of schema.fields) {
      const { name } = field;
      if (old[name] === next[name] || untrackedMetadata.has(name) || !counts(`metadata.${name}`)) continue;
      this.#field(this.#structures.of(field), old[name], next[name]);
    }
    this.#path.pop();
  }

  #field({ key, structure }: FieldStructure, old: unknown, next: unknown): void {
    this.#child(key, old, next, structure);
  }

  #child(key: string | (() => string), old: unknown, next: unknown, structure: TypedSchema): void {
    if (old === next) return;
    this.#path.push(key);
    if (next === undefined) this.#removed.add(this.#keys(), this.#whole.nodeOf(old, structure));
    else if (old === undefined) this.#changed.add(this.#keys(), this.#whole.nodeOf(next, structure));
    else this.#both(old, next, structure);
    this.#path.pop();
  }

  #both(old: unknown, next: unknown, structure: TypedSchema): void {
    const isList = structure.kind === 'set' || structure.kind === 'items';
    const known = isList ? Array.isArray : isMap;
    const wasEmpty = isNullOrEmpty(old);
    // Nothing on either side, or nothing that can be taken apart: it differs as a whole.
    if (
      structure.kind === 'leaf' ||
      (wasEmpty && isNullOrEmpty(next)) ||
      !known(old ?? next) ||
      !known(next ?? old)
    ) {
      if (!equalValues(old, next)) this.#changed.add(this.#keys(), leaf);
    } else if (isList) this.#lists((old ?? []) as unknown[], (next ?? []) as unknown[], structure);
    else if (structure.kind === 'struct')
      this.#structs((old ?? {}) as JsonMap, (next ?? {}) as JsonMap, structure.schema);
    else this.#maps((old ?? {}) as JsonMap, (next ?? {}) as JsonMap, structure.value);
  }

  #structs(old: JsonMap, next: JsonMap, schema: StructSchema): void {
    // Much faster than for-in where objects of many shapes come by.
    const names = Object.keys(next);
    const earlier = Object.keys(old);
    let areAligned = names.length === earlier.length;
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!;
      areAligned &&= name === earlier[index];
      const value = next[name];
      const before = old[name];
      if (value === before) continue;
      const field = schema.byName.get(name);
      if (field !== undefined) this.#field(this.#structures.of(field), before, value);
    }
    if (areAligned) return;
    for (const name of earlier) {
      if (next[name] !== undefined || old[name] === undefined) continue;
      const field = schema.byName.get(name);
      if (field !== undefined) this.#field(this.#structures.of(field), old[name], undefined);
    }
  }

  #maps(old: JsonMap, next: JsonMap, value: TypedSchema): void {
    for (const name of Object.keys(next)) {
      const before = Object.hasOwn(old, name) ? old[name] : undefined;
      if (before !== next[name]) this.#child(fieldKey(name), before, next[name], value);
    }
    for (const name of Object.keys(old)) {
      if (!Object.hasOwn(next, name)) this.#child(fieldKey(name), old[name], undefined, value);
    }
  }

  #lists(old: unknown[], next: unknown[], structure: ListStructure): void {
    if (areSameItems(old, next, structure)) {
      if (structure.kind === 'set') return;
      for (let index = 0; index < next.length; index++) {
        const item = next[index];
        this.#child(() => pathElementOf(item, structure), old[index], item, structure.item);
      }
      return;
    }
    const before = new ItemsByKey(old, structure);
    const after = new ItemsByKey(next, structure);
    for (const [key, item] of after.first) {
      if (!before.repeated.has(key) && !after.repeated.has(key))
        this.#child(key, before.first.get(key), item, structure.item);
      else if (structure.kind === 'items')
        this.#child(key, before.all(key), after.all(key), { kind: 'leaf' });
    }
    for (const [key, first] of before.first)
      if (!after.first.has(key)) this.#child(key, first, undefined, structure.item);
  }

  #keys(): string[] {
    return this.#path.map((key) => (typeof key === 'string' ? key : key()));
  }
}

/** The items of a list; no two have a key in common, unless the list has a fault. */
class ItemsByKey {
  readonly first = new Map<string, unknown>();
  /** All that have the key of another one. */
  readonly repeated = new Map<string, unknown[]>();

  constructor(list: unknown[], structure: ListStructure) {
    for (const item of list) {
      const key = pathElementOf(item, structure);
      if (this.first.has(key)) this.#repeat(key, item);
      else this.first.set(key, item);
    }
  }

  #repeat(key: string, item: unknown): void {
    const known = this.repeated.get(key);
    if (known === undefined) this.repeated.set(key, [this.first.get(key), item]);
    else known.push(item);
  }

  all(key: string): unknown[] {
    return this.repeated.get(key) ?? (this.first.has(key) ? [this.first.get(key)] : []);
  }
}
