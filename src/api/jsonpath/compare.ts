import { JsonPathError } from './steps.ts';

/** `true` for values of one type that stand in the order; values of different types cannot be compared. */
export function compare(left: unknown, operator: string, right: unknown): boolean {
  const type = comparableType(left);
  if (type !== comparableType(right)) throw new JsonPathError('incompatible types for comparison');
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  const ordered = orders[operator];
  if (ordered === undefined) throw new JsonPathError(`unrecognized filter operator ${operator}`);
  if (type === 'boolean') throw new JsonPathError('invalid type for comparison');
  return ordered(left as string, right as string);
}

const orders: Readonly<Record<string, ((a: string, b: string) => boolean) | undefined>> = Object.freeze(
  Object.assign(Object.create(null), {
    '<': (a: string, b: string) => a < b,
    '<=': (a: string, b: string) => a <= b,
    '>': (a: string, b: string) => a > b,
    '>=': (a: string, b: string) => a >= b,
  }),
);

/** Whole numbers and fractions are different types, as they are in the language of the dialect. */
function comparableType(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value;
  throw new JsonPathError('invalid type for comparison');
}
