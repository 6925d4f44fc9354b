import { isMap, type JsonMap } from '../json/json-values.ts';
import type { ExtensionNames, JsonSchema } from '../schema/json-schema.ts';
import { type JsonSource, ListValue, MapValue } from './collections.ts';
import type { CostBudget } from './cost.ts';
import { ObjectValue } from './object-value.ts';
import { type CelValue, Duration, isNumeric, plainNumber, Timestamp } from './values.ts';

/** Comparison of values, and what it is taken from. */
export interface Comparison {
  names: ExtensionNames;
  budget: CostBudget;
}

type Source = JsonSource<readonly unknown[]>;

const typeOf = ({ schema, reader }: Pick<Source, 'schema' | 'reader'>): unknown =>
  schema[reader.names.listType];

/** A list whose items have no order: a set, or a map by keys. */
export const isSet = (source: Source): boolean => ['set', 'map'].includes(typeOf(source) as string);

/** Identities by which an item of a list without an order is found in another; undefined for other lists. */
export function jsonIdentities(
  schema: JsonSchema,
  { names, budget }: Comparison,
): ((item: unknown) => Identity) | undefined {
  const type = schema[names.listType];
  if (type === 'set') return (item) => jsonIdentity(item, budget);
  if (type !== 'map') return undefined;
  const keys = (schema[names.listMapKeys] as string[] | undefined) ?? [];
  return (item) => keyIdentity(isMap(item) ? item : {}, keys, budget);
}

/** The same for equal values, and for no others. */
type Identity = string | number | bigint | boolean | null;

const stepsOfIdentity = 20;
/** A key that is sorted, and written. */
const stepsOfMember = 10;

function keyIdentity(item: JsonMap, keys: readonly string[], budget: CostBudget): Identity {
  if (keys.length === 1) return jsonIdentity(item[keys[0]!] ?? null, budget);
  return jsonIdentity(
    keys.map((key) => item[key] ?? null),
    budget,
  );
}

/** That of a list or map is a text which no other value has. */
function jsonIdentity(value: unknown, budget: CostBudget): Identity {
  budget.work(stepsOfIdentity);
  if (typeof value === 'object' && value !== null) return `\0${jsonText(value, budget)}`;
  return value as Identity;
}

function jsonText(value: unknown, budget: CostBudget): string {
  budget.work(typeof value === 'string' ? 2 + value.length / 64 : 2);
  if (Array.isArray(value)) return `[${value.map((item) => jsonText(item, budget)).join(',')}]`;
  if (!isMap(value)) return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  const keys = Object.keys(value);
  budget.work(stepsOfIdentity + keys.length * stepsOfMember);
  const members = keys.sort().map((key) => `${JSON.stringify(key)}:${jsonText(value[key], budget)}`);
  return `{${members.join(',')}}`;
}

/** Whether two lists of equal length have the same members, as a list of `source` tells them apart. */
export function sameMembers(
  a: readonly CelValue[],
  b: readonly CelValue[],
  source: Source,
  budget: CostBudget,
): boolean {
  const others = new Set(b.map((item) => identityOf(item, source, budget)));
  return a.every((item) => others.has(identityOf(item, source, budget)));
}

/**
 * A list without an order, with what another one has: a set takes what it does not have, an associative list replaces
 * items of the same keys in their places.
 */
export function union(a: ListValue, b: ListValue, source: Source, budget: CostBudget): ListValue {
  const places = new Map<Identity, number>();
  const items = [...a.items(budget)];
  for (const [index, item] of items.entries()) places.set(identityOf(item, source, budget), index);
  const replaces = typeOf(source) === 'map';
  for (const item of b.items(budget)) {
    const identity = identityOf(item, source, budget);
    const place = places.get(identity);
    if (place === undefined) places.set(identity, items.push(item) - 1);
    else if (replaces) items[place] = item;
  }
  return ListValue.of(items, source);
}

function identityOf(item: CelValue, source: Source, budget: CostBudget): Identity {
  if (typeOf(source) !== 'map') return valueIdentity(item, budget);
  const { schema, reader } = source;
  const keys = (schema[reader.names.listMapKeys] as string[] | undefined) ?? [];
  return keyIdentity(item instanceof ObjectValue ? item.source.json : {}, keys, budget);
}

function valueIdentity(value: CelValue, budget: CostBudget): Identity {
  budget.work(stepsOfIdentity);
  if (typeof value !== 'object' || value === null) return isNumeric(value) ? numberIdentity(value) : value;
  return `\0${valueText(value, budget)}`;
}

/** Numbers of all types are compared by what they count. */
function numberIdentity(value: bigint | number): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function valueText(value: CelValue, budget: CostBudget): string {
  budget.work(stepsOfIdentity);
  if (value instanceof ObjectValue) return jsonText(value.source.json, budget);
  if (value instanceof ListValue)
    return `[${value
      .items(budget)
      .map((item) => valueText(item, budget))
      .join(',')}]`;
  if (value instanceof MapValue) {
    const members = value.keys.map(
      (key) => `${valueText(key, budget)}:${valueText(value.get(key)!, budget)}`,
    );
    return `{${members.sort().join(',')}}`;
  }
  if (value instanceof Uint8Array) return `b${jsonText(Buffer.from(value).toString('latin1'), budget)}`;
  if (value instanceof Timestamp || value instanceof Duration) return `t${value.nanoseconds}`;
  return isNumeric(value) ? String(plainNumber(value)) : jsonText(value, budget);
}
