import { parseDocument } from 'yaml';
import { DecodeError } from './json.ts';

/**
 * YAML 1.1 text to the values that the same JSON would give. Aliases are followed within a bound, so that a
 * small text cannot unfold into a large object.
 */
export function parseYaml(text: string): unknown {
  const document = parseDocument(text, {
    version: '1.1',
    schema: 'yaml-1.1',
    merge: true,
    uniqueKeys: false,
    intAsBigInt: true,
    prettyErrors: false,
    strict: true,
  });
  const [error] = document.errors;
  if (error !== undefined) throw new DecodeError(`error converting YAML to JSON: yaml: ${error.message}`);
  try {
    return plain(document.toJS({ maxAliasCount: 100 }));
  } catch (cause) {
    throw new DecodeError(`error converting YAML to JSON: yaml: ${(cause as Error).message}`);
  }
}

/** Integers that a double can hold become numbers, moments become text, keys become text. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Error(`${value} has no form in JSON`);
  }
  if (value instanceof Date) return value.toISOString().replace('.000Z', 'Z');
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  if (value instanceof Set) return Object.fromEntries([...value].map((key) => [String(key), null]));
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return plainEntries(value.entries());
  if (value !== null && typeof value === 'object') return plainEntries(Object.entries(value));
  return value;
}

function plainEntries(entries: Iterable<[unknown, unknown]>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    Object.defineProperty(result, String(key), {
      value: plain(value),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return result;
}
