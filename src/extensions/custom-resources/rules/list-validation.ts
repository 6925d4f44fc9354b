import { isMap, type JsonMap } from '../../../api/json/json-values.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  propertyOf,
  someSchema,
} from '../../../api/schema/json-schema.ts';
import { goShown } from '../../../api/structural-schema/go-value.ts';
import type { ValueStyle } from '../../../api/structural-schema/value-style.ts';
import { duplicate, type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { type Interruptible, Stops } from '../../../util/slices.ts';

const listedSchemas = new WeakMap<JsonSchema, boolean>();

/** Items of sets are unique, and so are the keys of items of associative lists. */
export function* validateLists(
  value: unknown,
  schema: JsonSchema,
  names: ExtensionNames,
  { showsJson }: Pick<ValueStyle, 'showsJson'>,
): Interruptible<FieldError[]> {
  const shown = showsJson ? (item: unknown) => item : goShown;
  const found: ListErrors = { errors: [], stops: new Stops(), shown };
  if (hasLists(schema, names)) yield* addListErrors(value, schema, FieldPath.root, names, found);
  return found.errors;
}

/** Clients see a thousand errors at most. */
const maxErrors = 1_000;

interface ListErrors {
  readonly errors: FieldError[];
  readonly stops: Stops;
  /** A value as messages show it. */
  shown(value: unknown): unknown;
}

function hasLists(schema: JsonSchema, names: ExtensionNames): boolean {
  let known = listedSchemas.get(schema);
  if (known === undefined) {
    known = someSchema(schema, (each) => ['set', 'map'].includes(each[names.listType] as string));
    listedSchemas.set(schema, known);
  }
  return known;
}

function* addListErrors(
  value: unknown,
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
  found: ListErrors,
): Interruptible<void> {
  if (typeof value !== 'object' || value === null || !hasLists(schema, names)) return;
  if (Array.isArray(value)) {
    yield* addOwnErrors(value, schema, path, names, found);
    const items = itemsOf(schema);
    if (items === undefined || !hasLists(items, names)) return;
    for (let index = 0; index < value.length && found.errors.length < maxErrors; index++) {
      yield* addListErrors(value[index], items, path.index(index), names, found);
      if (found.stops.due()) yield;
    }
    return;
  }
  const additional = additionalOf(schema);
  for (const name in value) {
    if (found.errors.length >= maxErrors) return;
    if (found.stops.due()) yield;
    const member = (value as JsonMap)[name];
    const property = propertyOf(schema, name);
    if (property !== undefined) yield* addListErrors(member, property, path.child(name), names, found);
    else if (additional !== undefined) yield* addListErrors(member, additional, path.key(name), names, found);
  }
}

function* addOwnErrors(
  list: readonly unknown[],
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
  found: ListErrors,
): Interruptible<void> {
  const type = schema[names.listType];
  if (type === 'set') yield* addRepeated(list, path, (item) => item, found);
  if (type !== 'map') return;
  const keys = new Set((schema[names.listMapKeys] as string[] | undefined) ?? []);
  const odd = list.findIndex((item) => !isMap(item));
  const text = 'must be an object for an array of list-type map';
  if (odd !== -1) found.errors.push(invalid(path.index(odd), found.shown(list[odd]), text));
  else yield* addRepeated(list, path, (item) => keyOf(item as Record<string, unknown>, keys), found);
}

/**
 * A missing key counts as a value of its own. Looks at the members of the item or at the keys, whichever are fewer: a
 * schema may have thousands of keys, and a list as many empty items.
 */
function keyOf(item: Record<string, unknown>, keys: ReadonlySet<string>): Record<string, unknown> {
  const members = Object.keys(item);
  const shared =
    members.length < keys.size
      ? members.filter((name) => keys.has(name))
      : [...keys].filter((key) => Object.hasOwn(item, key));
  return Object.fromEntries(shared.map((key) => [key, item[key]]));
}

/** Steps to find out whether one item was there before. */
const stepsOfItem = 20;

/** The first repetition of each value. */
function* addRepeated(
  list: readonly unknown[],
  path: FieldPath,
  identityOf: (item: unknown) => unknown,
  { errors, stops, shown }: ListErrors,
): Interruptible<void> {
  const count = new Map<string, number>();
  for (let index = 0; index < list.length && errors.length < maxErrors; index++) {
    const value = identityOf(list[index]);
    const text = sortedText(value);
    const seen = (count.get(text) ?? 0) + 1;
    count.set(text, seen);
    if (seen === 2) errors.push(duplicate(path.index(index), shown(value)));
    if (stops.due(stepsOfItem + text.length / 16)) yield;
  }
}

/** The same for equal values. */
function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  if (!isMap(value)) return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${sortedText(value[key])}`);
  return `{${members.join(',')}}`;
}
