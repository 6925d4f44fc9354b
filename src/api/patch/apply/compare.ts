import type { Pacer } from '../../../util/pacer.ts';
import { atOnce, type Interruptible, inSlices, Stops } from '../../../util/slices.ts';
import { equalValues, isMap, isNullOrEmpty, type JsonMap } from '../../json/json-values.ts';
import type { FieldSchema, StructSchema } from '../../schema/schema.ts';
import { type FieldFilter, untrackedMetadata } from './field-filter.ts';
import { type FieldSet, FieldSetBuilder, leaf } from './field-set.ts';
import { ItemsByKey } from './items-by-key.ts';
import { fieldKey } from './path-key.ts';
import { fewChildren } from './slow-order.ts';
import {
  type AssociativeList,
  areSameItems,
  known,
  pathElementOf,
  type TypedField,
  type TypedSchema,
  type TypedSchemas,
} from './typed-schema.ts';
import { WholeValues } from './whole-value.ts';

/** Differences of an object from an earlier state. Fields that are never tracked are left out. */
export interface Comparison {
  /** Fields that are new or have another value; of a new struct also everything below it. */
  changed: FieldSet;
  /** Fields that are gone, with everything that was below them. */
  removed: FieldSet;
}

/** Compares two normalized objects of one type. */
export function compareObjects(
  old: JsonMap,
  next: JsonMap,
  schema: StructSchema,
  schemas: TypedSchemas,
  filter: FieldFilter,
): Comparison {
  const comparer = new Comparer(schemas);
  comparer.compare(old, next, schema, filter);
  return atOnce(comparer.result());
}

/** Does what `compareObjects` does, and builds the field sets, which is most of the work, in slices. */
export async function compareObjectsPaced(
  old: JsonMap,
  next: JsonMap,
  { schema, schemas, filter }: { schema: StructSchema; schemas: TypedSchemas; filter: FieldFilter },
  pacer: Pacer | undefined,
): Promise<Comparison> {
  const comparer = new Comparer(schemas);
  comparer.compare(old, next, schema, filter);
  return inSlices(comparer.result(), pacer);
}

type PathElement = string | (() => string);

/** A list that differs, with thousands of items. */
interface LongList {
  path: PathElement[];
  old: unknown[];
  next: unknown[];
  typed: AssociativeList;
}

/** A value that is on one side only. */
interface WholeValue {
  path: string[];
  value: unknown;
  typed: TypedSchema;
}

class Comparer {
  readonly #schemas: TypedSchemas;
  readonly #whole: WholeValues;
  readonly #changed = new FieldSetBuilder();
  readonly #removed = new FieldSetBuilder();
  readonly #new: WholeValue[] = [];
  readonly #gone: WholeValue[] = [];
  readonly #long: LongList[] = [];
  /** A key that costs something is worked out only when something below it differs. */
  #path: PathElement[] = [];

  constructor(schemas: TypedSchemas) {
    this.#schemas = schemas;
    this.#whole = new WholeValues(schemas);
  }

  compare(old: JsonMap, next: JsonMap, schema: StructSchema, filter: FieldFilter): void {
    for (const field of fieldsIn(schema, old, next)) {
      const { name } = field;
      if (name === 'kind' || name === 'apiVersion' || !filter(name)) continue;
      if (name === 'metadata')
        this.#metadata(old[name] as JsonMap, next[name] as JsonMap, field.schema as StructSchema, filter);
      else this.#field(this.#schemas.of(field), old[name], next[name]);
    }
  }

  *result(): Interruptible<Comparison> {
    // Lists below an item of a long list join the end.
    for (const { path, old, next, typed } of this.#long) {
      this.#path = path;
      yield* this.#items(old, next, typed);
    }
    for (const { path, value, typed } of this.#new)
      this.#changed.add(path, yield* this.#whole.nodeOf(value, typed));
    for (const { path, value, typed } of this.#gone)
      this.#removed.add(path, yield* this.#whole.nodeOf(value, typed));
    return { changed: yield* this.#changed.build(), removed: yield* this.#removed.build() };
  }

  #metadata(old: JsonMap, next: JsonMap, schema: StructSchema, filter: FieldFilter): void {
    this.#path.push(fieldKey('metadata'));
    for (const field of schema.fields) {
      const { name } = field;
      if (old[name] === next[name] || untrackedMetadata.has(name) || !filter(`metadata.${name}`)) continue;
      this.#field(this.#schemas.of(field), old[name], next[name]);
    }
    this.#path.pop();
  }

  #field({ key, typed }: TypedField, old: unknown, next: unknown): void {
    this.#child(key, old, next, typed);
  }

  #child(key: PathElement, old: unknown, next: unknown, typed: TypedSchema): void {
    if (old === next) return;
    this.#path.push(key);
    if (next === undefined) this.#gone.push({ path: this.#keys(), value: old, typed });
    else if (old === undefined) this.#new.push({ path: this.#keys(), value: next, typed });
    else this.#both(old, next, typed);
    this.#path.pop();
  }

  #both(old: unknown, next: unknown, schema: TypedSchema): void {
    const typed = known(schema, old, next);
    const isList = typed.kind === 'set' || typed.kind === 'items';
    const isContainer = isList ? Array.isArray : isMap;
    const wasEmpty = isNullOrEmpty(old);
    // Nothing on either side, or nothing that can be taken apart: it differs as a whole.
    if (
      typed.kind === 'leaf' ||
      (wasEmpty && isNullOrEmpty(next)) ||
      !isContainer(old ?? next) ||
      !isContainer(next ?? old)
    ) {
      if (!equalValues(old, next)) this.#changed.add(this.#keys(), leaf);
    } else if (isList) this.#lists((old ?? []) as unknown[], (next ?? []) as unknown[], typed);
    else if (typed.kind === 'struct')
      this.#structs((old ?? {}) as JsonMap, (next ?? {}) as JsonMap, typed.schema);
    else this.#maps((old ?? {}) as JsonMap, (next ?? {}) as JsonMap, typed.value);
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
      if (field !== undefined) this.#field(this.#schemas.of(field), before, value);
    }
    if (areAligned) return;
    for (const name of earlier) {
      if (next[name] !== undefined || old[name] === undefined) continue;
      const field = schema.byName.get(name);
      if (field !== undefined) this.#field(this.#schemas.of(field), old[name], undefined);
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

  /** Long lists are compared later, with stops. */
  #lists(old: unknown[], next: unknown[], typed: AssociativeList): void {
    if (old.length + next.length > fewChildren) this.#long.push({ path: [...this.#path], old, next, typed });
    else atOnce(this.#items(old, next, typed));
  }

  *#items(old: unknown[], next: unknown[], typed: AssociativeList): Interruptible<void> {
    const stops = new Stops();
    if (areSameItems(old, next, typed)) {
      if (typed.kind === 'set') return;
      for (let index = 0; index < next.length; index++) {
        const item = next[index];
        this.#child(() => pathElementOf(item, typed), old[index], item, typed.item);
        if (stops.due()) yield;
      }
      return;
    }
    const before = yield* ItemsByKey.of(old, typed);
    const after = yield* ItemsByKey.of(next, typed);
    for (const [key, item] of after.first) {
      if (!before.repeated.has(key) && !after.repeated.has(key))
        this.#child(key, before.first.get(key), item, typed.item);
      else if (typed.kind === 'items') this.#child(key, before.all(key), after.all(key), { kind: 'leaf' });
      if (stops.due()) yield;
    }
    for (const [key, first] of before.first) {
      if (!after.first.has(key)) this.#child(key, first, undefined, typed.item);
      if (stops.due()) yield;
    }
  }

  #keys(): string[] {
    return this.#path.map((key) => (typeof key === 'string' ? key : key()));
  }
}

/** The fields of a custom resource are those that the objects have, if it does not specify them. */
function fieldsIn(schema: StructSchema, old: JsonMap, next: JsonMap): Iterable<FieldSchema> {
  if (schema.dynamic === undefined) return schema.fields;
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  return [...names].flatMap((name) => schema.byName.get(name) ?? []);
}
