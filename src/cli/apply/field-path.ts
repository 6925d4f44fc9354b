import { isMap, ownValue } from '../../api/json/json-values.ts';

/** One step: `.key`, or `[...]` with an index, a value or keys. */
const step = /\.((?:[^.[\]"]|"[^"]*")+)|\[((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]/g;

/**
 * The value at a path as conflicts name it; undefined where there is none.
 *
 *     .spec.containers[name="web"].image
 *     .spec.ports[port=80,protocol="TCP"]
 *     .metadata.finalizers["x"]
 */
export function valueAt(object: unknown, path: string): unknown {
  let value = object;
  for (const [, key, inner = ''] of path.matchAll(step)) {
    if (key !== undefined) value = isMap(value) ? ownValue(value, key) : undefined;
    else if (Array.isArray(value)) value = elementOf(value, inner);
    else value = isMap(value) ? ownValue(value, inner.replace(/^"(.*)"$/, '$1')) : undefined;
  }
  return value;
}

function elementOf(list: readonly unknown[], selector: string): unknown {
  if (/^\d+$/.test(selector)) return list[Number(selector)];
  const keys = [...selector.matchAll(/([\w.-]+)=("(?:[^"\\]|\\.)*"|[^,]*)/g)];
  if (keys.length === 0) return list.find((item) => JSON.stringify(item) === selector.replace(/^=/, ''));
  const has = (item: object, [, key = '', value]: RegExpExecArray): boolean =>
    JSON.stringify(ownValue(item as Record<string, unknown>, key)) === value;
  return list.find((item) => isMap(item) && keys.every((key) => has(item, key)));
}
