import { evaluate } from '../../api/jsonpath/evaluate.ts';
import { JsonPathError, type Step } from '../../api/jsonpath/steps.ts';
import { parseQuantity } from '../../api/values/quantity.ts';
import { CliError } from '../shared/errors/cli-error.ts';
import { stepsOf } from '../shared/output/custom-columns.ts';
import type { Table } from '../shared/output/table.ts';

/** Rows in the order of a field of their objects. */
export function sortedTable(table: Table, path: string): Table {
  return { ...table, rows: sortedBy(table.rows ?? [], path, ({ object }) => object) };
}

/** Items with the same value keep their order; those without one come first. Throws CliError when no item has it. */
export function sortedBy<T>(items: readonly T[], path: string, objectOf: (item: T) => unknown): T[] {
  const steps = stepsOf(path);
  const keyed = items.map((item) => ({ item, key: keyOf(objectOf(item), steps) }));
  if (items.length > 0 && keyed.every(({ key }) => key === undefined)) {
    throw new CliError(
      `couldn't find any field with path "{${path.replace(/^\{|\}$/g, '')}}" in the list of objects`,
    );
  }
  return keyed.sort((a, b) => compare(a.key, b.key)).map(({ item }) => item);
}

type Key = bigint | boolean | number | string | undefined;

function keyOf(object: unknown, steps: readonly Step[]): Key {
  try {
    const [value] = evaluate(object, steps, { allowMissingKeys: true });
    if (value === null || value === undefined) return undefined;
    return typeof value === 'object' ? JSON.stringify(value) : (value as Key);
  } catch (error) {
    if (error instanceof JsonPathError) return undefined;
    throw error;
  }
}

function compare(a: Key, b: Key): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  return amountOrder(a, b) ?? (a < b ? -1 : Number(a > b));
}

/** Order of two quantities; undefined for other texts. */
function amountOrder(a: string, b: string): number | undefined {
  if (!/^[-+]?[\d.]/.test(a) || !/^[-+]?[\d.]/.test(b)) return undefined;
  try {
    return parseQuantity(a).compare(parseQuantity(b));
  } catch {
    return undefined;
  }
}
