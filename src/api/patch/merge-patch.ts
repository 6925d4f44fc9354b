import type { Pacer } from '../../util/pacer.ts';
import { isMap, type JsonMap, ownValue, setValue } from '../json/json-values.ts';
import { requireDepth } from './depth-check.ts';

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
  const merge = new Merge(target, patch);
  while (merge.step());
  return merge.result;
}

/** Does what `applyMergePatch` does, a slice of the work at a time. */
export async function applyMergePatchPaced(
  target: unknown,
  patch: unknown,
  pacer: Pacer | undefined,
): Promise<unknown> {
  requireDepth(patch);
  await pacer?.step();
  const merge = new Merge(target, patch);
  while (merge.step()) await pacer?.step();
  return merge.result;
}

/** The result with the keys of its maps sorted wherever the patch had one: as messages show it. */
export function sortedWhereMerged(result: unknown, patch: unknown): unknown {
  if (!isMap(result) || !isMap(patch)) return result;
  const sorted: JsonMap = {};
  for (const key of Object.keys(result).sort()) {
    setValue(sorted, key, sortedWhereMerged(result[key], ownValue(patch, key)));
  }
  return sorted;
}

/** A map of the patch, and the map of the result into which it merges. */
interface OpenMap {
  readonly patch: JsonMap;
  readonly result: JsonMap;
  readonly keys: readonly string[];
  /** The index of the next key. */
  next: number;
}

/** Keys that are merged in one step: a millisecond of work at most. */
const keysOfStep = 1_000;

/** A merge under way. Goes through the maps of the patch one by one, so that it can rest at any key. */
class Merge {
  readonly result: unknown;
  readonly #open: OpenMap[] = [];

  constructor(target: unknown, patch: unknown) {
    this.result = this.#merged(target, patch);
  }

  /** Whether something is left to be done. */
  step(): boolean {
    let left = keysOfStep;
    for (let map = this.#open.at(-1); map !== undefined && left > 0; map = this.#open.at(-1)) {
      const end = Math.min(map.keys.length, map.next + left);
      left -= end - map.next;
      if (end === map.keys.length) this.#open.pop();
      for (; map.next < end; map.next++) this.#member(map, map.keys[map.next]!);
      left--;
    }
    return this.#open.length > 0;
  }

  #member({ patch, result }: OpenMap, key: string): void {
    const value = patch[key];
    if (value === null) delete result[key];
    else setValue(result, key, isMap(value) ? this.#merged(ownValue(result, key), value) : value);
  }

  /** The value that comes to be in the place of the target: a map is empty of what is still to be merged. */
  #merged(target: unknown, patch: unknown): unknown {
    if (!isMap(patch)) return patch;
    const result: JsonMap = isMap(target) ? { ...target } : {};
    this.#open.push({ patch, result, keys: Object.keys(patch), next: 0 });
    return result;
  }
}
