import { cutText, joinShown } from '../../util/cut-text.ts';
import { isMap } from '../json/json-values.ts';

/**
 * A JSON value as Go's `%v` prints it, which is how messages about patches show maps and lists:
 *
 *     goValue({ name: 'a', args: ['x', 1], tty: null }) === 'map[args:[x 1] name:a tty:<nil>]'
 *
 * Of a large value the beginning is shown.
 */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return cutText(`[${joinShown(value, ' ', goValue)}]`);
  if (!isMap(value)) return cutText(String(value));
  const keys = Object.keys(value).sort();
  return cutText(`map[${joinShown(keys, ' ', (key) => `${cutText(key)}:${goValue(value[key])}`)}]`);
}
