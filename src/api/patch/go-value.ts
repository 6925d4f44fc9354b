import { isMap } from './json-values.ts';

/**
 * A JSON value as Go's `%v` prints it, which is how messages about patches show maps and lists:
 *
 *     goValue({ name: 'a', args: ['x', 1], tty: null }) === 'map[args:[x 1] name:a tty:<nil>]'
 */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`;
  if (!isMap(value)) return String(value);
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goValue(value[key])}`);
  return `map[${entries.join(' ')}]`;
}
