import { equalValues } from '../../api/json/json-values.ts';

/**
 * The fields in which two values differ, for messages about immutable fields: one line with the old and one with the
 * new value of each.
 *
 *     -storageClassName: "slow"
 *     +storageClassName: "fast"
 */
export function differenceText(value: object, old: object): string {
  const before = new Map(Object.entries(old));
  const after = new Map(Object.entries(value));
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((field) => !equalValues(before.get(field), after.get(field)))
    .flatMap((field) => [line('-', field, before.get(field)), line('+', field, after.get(field))])
    .join('\n');
}

const line = (sign: string, field: string, value: unknown): string =>
  `${sign}${field}: ${value === undefined ? 'null' : JSON.stringify(value)}`;
