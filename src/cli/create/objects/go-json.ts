import { isMap } from '../../../api/json/json-values.ts';

/** JSON with sorted keys and `<`, `>`, `&` escaped, as Go writes maps: hashes are taken of this text. */
export function goJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (isMap(inner) ? sorted(inner) : inner)).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const sorted = (map: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
