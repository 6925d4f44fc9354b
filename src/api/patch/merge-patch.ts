import { isMap, type JsonMap, ownValue, requireDepth, setValue } from '../json/json-values.ts';

/**
 * A JSON merge patch (RFC 7386): maps merge, null takes away, everything else (lists too) is replaced. The result
 * is a new value that may share parts with both.
 *
 *     {a: {b: 1, c: [1, 2]}} patched with {a: {b: null, c: [3], d: {e: null}}} is {a: {c: [3], d: {}}}
 *
 * Throws PatchError when the patch is too deep.
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  requireDepth(patch);
  return merged(target, patch);
}

function merged(target: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  const result: JsonMap = isMap(target) ? { ...target } : {};
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === null) delete result[key];
    else setValue(result, key, merged(ownValue(result, key), value));
  }
  return result;
}
