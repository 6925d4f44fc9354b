import { isMap } from '../json/json-values.ts';
import { additionalOf, itemsOf, type JsonSchema, propertyOf } from '../schema/json-schema.ts';
import { textFormat } from './converter.ts';
import type { CostBudget } from './cost.ts';
import { type Comparison, jsonIdentities } from './list-types.ts';
import { duration, timestamp } from './times.ts';
import { CelError } from './values.ts';

/** Whether two JSON values are equal by their schema: sets in any order, items of associative lists by their keys. */
export function equalJson(
  a: unknown,
  b: unknown,
  schema: JsonSchema | undefined,
  context: Comparison,
): boolean {
  context.budget.work(2);
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') return equalTexts(a, b, schema, context.budget);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b, schema, context);
  return isMap(a) && isMap(b) && equalMaps(a, b, schema, context);
}

function equalLists(
  a: readonly unknown[],
  b: readonly unknown[],
  schema: JsonSchema | undefined,
  context: Comparison,
): boolean {
  if (a.length !== b.length) return false;
  const items = schema && itemsOf(schema);
  context.budget.work(a.length / 4);
  const start = a.findIndex((item, index) => item !== b[index] && !equalJson(item, b[index], items, context));
  if (start === -1) return true;
  const identityOf = schema && jsonIdentities(schema, context);
  if (identityOf === undefined) return false;
  const others = new Map<unknown, unknown>();
  for (let index = start; index < b.length; index++) others.set(identityOf(b[index]), b[index]);
  for (let index = start; index < a.length; index++) {
    const identity = identityOf(a[index]);
    if (!others.has(identity) || !equalJson(a[index], others.get(identity), items, context)) return false;
  }
  return true;
}

/** Listing the keys of two large objects takes longer than looking at their values. */
const stepsOfMember = 14;

function equalMaps(
  a: Record<string, unknown>,
  b: Record<string, unknown>,
  schema: JsonSchema | undefined,
  context: Comparison,
): boolean {
  const keys = Object.keys(a);
  context.budget.work(5 + stepsOfMember * keys.length);
  if (keys.length !== Object.keys(b).length) return false;
  const additional = schema && additionalOf(schema);
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      equalJson(a[key], b[key], (schema && propertyOf(schema, key)) ?? additional, context),
  );
}

/** Times and spans have many texts: `60s` is `1m`. */
function equalTexts(a: string, b: string, schema: JsonSchema | undefined, budget: CostBudget): boolean {
  const format = schema && textFormat(schema);
  const read = format === 'duration' ? duration : format === 'datetime' ? timestamp : undefined;
  if (read === undefined) return false;
  budget.work(10);
  try {
    return read(a).nanoseconds === read(b).nanoseconds;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}
