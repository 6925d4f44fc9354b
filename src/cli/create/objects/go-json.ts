/** JSON with sorted keys and `<`, `>`, `&` escaped, as Go writes maps: hashes are taken of this text. */
export function goJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (isRecord(inner) ? sorted(inner) : inner)).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (map: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
