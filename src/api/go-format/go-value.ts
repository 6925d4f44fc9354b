import { joinTruncated, truncate } from '../../util/truncate.ts';
import { isMap } from '../json/json-values.ts';

/**
 * A JSON value as Go's `%v` prints it, truncated. Messages about patches show maps and lists like this:
 *
 *     goValue({ name: 'a', args: ['x', 1], tty: null }) === 'map[args:[x 1] name:a tty:<nil>]'
 */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return truncate(`[${joinTruncated(value, ' ', goValue)}]`);
  if (!isMap(value)) return truncate(String(value));
  const keys = Object.keys(value).sort();
  return truncate(`map[${joinTruncated(keys, ' ', (key) => `${truncate(key)}:${goValue(value[key])}`)}]`);
}
