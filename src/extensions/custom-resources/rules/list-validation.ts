import { isMap } from '../../../api/json/json-values.ts';
import { goShown } from '../../../api/structural-schema/go-value.ts';
import {
  additionalOf,
  type ExtensionNames,
  itemsOf,
  type JsonSchema,
  propertyOf,
  someSchema,
} from '../../../api/structural-schema/json-schema.ts';
import { duplicate, type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';

const listedSchemas = new WeakMap<JsonSchema, boolean>();

/** Items of sets are unique, and so are the keys of items of associative lists. */
export function validateLists(value: unknown, schema: JsonSchema, names: ExtensionNames): FieldError[] {
  return hasLists(schema, names) ? listErrors(value, schema, FieldPath.root, names) : [];
}

function hasLists(schema: JsonSchema, names: ExtensionNames): boolean {
  let known = listedSchemas.get(schema);
  if (known === undefined) {
    known = someSchema(schema, (each) => ['set', 'map'].includes(each[names.listType] as string));
    listedSchemas.set(schema, known);
  }
  return known;
}

function listErrors(
  value: unknown,
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
): FieldError[] {
  if (!hasLists(schema, names)) return [];
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return [
      ...ownErrors(value, schema, path, names),
      ...(items === undefined
        ? []
        : validateEach(value, (item, index) => listErrors(item, items, path.index(index), names))),
    ];
  }
  if (!isMap(value)) return [];
  const additional = additionalOf(schema);
  return validateEach(Object.keys(value), (name) => {
    const property = propertyOf(schema, name);
    if (property !== undefined) return listErrors(value[name], property, path.child(name), names);
    return additional === undefined ? [] : listErrors(value[name], additional, path.key(name), names);
  });
}

function ownErrors(
  list: readonly unknown[],
  schema: JsonSchema,
  path: FieldPath,
  names: ExtensionNames,
): FieldError[] {
  const type = schema[names.listType];
  if (type === 'set') return repeated(list, path, (item) => item);
  if (type !== 'map') return [];
  const keys = (schema[names.listMapKeys] as string[] | undefined) ?? [];
  const odd = list.findIndex((item) => !isMap(item));
  if (odd !== -1)
    return [invalid(path.index(odd), goShown(list[odd]), 'must be an object for an array of list-type map')];
  return repeated(list, path, (item) => keyOf(item as Record<string, unknown>, keys));
}

/** A missing key counts as a value of its own. */
const keyOf = (item: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.filter((key) => Object.hasOwn(item, key)).map((key) => [key, item[key]]));

/** The first repetition of each value. */
function repeated(
  list: readonly unknown[],
  path: FieldPath,
  identityOf: (item: unknown) => unknown,
): FieldError[] {
  const count = new Map<string, number>();
  const errors: FieldError[] = [];
  for (const [index, item] of list.entries()) {
    const value = identityOf(item);
    const text = sortedText(value);
    const seen = (count.get(text) ?? 0) + 1;
    count.set(text, seen);
    if (seen === 2) errors.push(duplicate(path.index(index), goShown(value)));
  }
  return errors;
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
