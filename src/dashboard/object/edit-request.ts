import { type ApiObject, isMap, ofServer, without } from './api-object.ts';
import { listKeys, ownedPaths } from './field-owners.ts';
import type { Step } from './yaml-lines.ts';

/** An edit, as it is sent. */
export interface EditRequest {
  /**
   * `apply` sends the changed fields alone, so that who owns one of them is asked; `update` replaces the object, and is
   * needed where fields are removed that others may own.
   */
  kind: 'apply' | 'update' | 'nothing';
  body: Record<string, unknown>;
}

/** The request that makes an object what it was edited to. `manager`: whose earlier edits must be kept. */
export function editRequest(live: ApiObject, edited: ApiObject, manager: string): EditRequest {
  const [before, after] = [content(live), content(edited)];
  const managers = live.metadata.managedFields ?? [];
  const keys = new Map([...listKeys(managers, before), ...listKeys(managers, after)]);
  const changes = new Changes(keys);
  changes.compare(before, after, []);
  const identity = { apiVersion: live.apiVersion, kind: live.kind };
  const { name, namespace, resourceVersion } = live.metadata;
  if (changes.removed > 0) {
    const metadata = { ...(after['metadata'] as object), name, namespace, resourceVersion };
    const kept = live['status'] === undefined ? {} : { status: live['status'] };
    return { kind: 'update', body: { ...after, ...identity, metadata, ...kept } };
  }
  if (changes.paths.length === 0) return { kind: 'nothing', body: {} };
  const own = managers.find(
    (one) => one.manager === manager && one.operation === 'Apply' && !one.subresource,
  );
  const paths = [...changes.paths, ...ownedPaths(own?.fieldsV1 ?? {}, after)];
  const body = extract(after, paths, [], keys) as Record<string, unknown>;
  const metadata = {
    ...(isMap(body['metadata']) ? body['metadata'] : {}),
    name,
    ...(namespace ? { namespace } : {}),
  };
  return { kind: 'apply', body: { ...body, ...identity, metadata } };
}

function content(object: ApiObject): Record<string, unknown> {
  const metadata = without(object.metadata, ofServer);
  return { ...without(object, ['apiVersion', 'kind', 'status']), metadata };
}

/** The difference of an edited object: paths in the edited one, and the number of values that are gone. */
class Changes {
  readonly paths: (readonly Step[])[] = [];
  removed = 0;
  readonly #keys: ReadonlyMap<string, string[]>;

  constructor(keys: ReadonlyMap<string, string[]>) {
    this.#keys = keys;
  }

  compare(before: unknown, after: unknown, path: readonly Step[]): void {
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    if (isMap(before) && isMap(after)) return this.#compareMaps(before, after, path);
    const keys = this.#keys.get(JSON.stringify(path));
    if (Array.isArray(before) && Array.isArray(after) && keys !== undefined) {
      return this.#compareItems(before, after, path, keys);
    }
    this.paths.push(path);
  }

  #compareMaps(before: Record<string, unknown>, after: Record<string, unknown>, path: readonly Step[]): void {
    for (const [name, value] of Object.entries(after)) this.compare(before[name], value, [...path, name]);
    for (const [name, value] of Object.entries(before))
      if (value !== undefined && !(name in after)) this.removed++;
  }

  #compareItems(before: unknown[], after: unknown[], path: readonly Step[], keys: readonly string[]): void {
    const keyOf = (item: unknown): string =>
      JSON.stringify(keys.map((name) => (isMap(item) ? item[name] : item)));
    const old = new Map(before.map((item) => [keyOf(item), item]));
    after.forEach((item, index) => {
      this.compare(old.get(keyOf(item)), item, [...path, index]);
      old.delete(keyOf(item));
    });
    this.removed += old.size;
  }
}

/** The parts of a value at these paths; items of lists keep the fields that tell which ones they are. */
function extract(
  value: unknown,
  paths: readonly (readonly Step[])[],
  path: readonly Step[],
  keys: ReadonlyMap<string, string[]>,
): unknown {
  if (paths.some(({ length }) => length === path.length)) return value;
  const below = (step: Step): (readonly Step[])[] => paths.filter((one) => one[path.length] === step);
  if (Array.isArray(value)) {
    const names = keys.get(JSON.stringify(path));
    if (names === undefined) return value;
    return value.flatMap((item, index) => {
      const inner = below(index);
      if (inner.length === 0) return [];
      const part = extract(item, inner, [...path, index], keys);
      const identity = isMap(item)
        ? Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]]] : [])))
        : {};
      return [isMap(part) ? { ...identity, ...part } : part];
    });
  }
  if (!isMap(value)) return value;
  const parts = Object.keys(value).flatMap((name) => {
    const inner = below(name);
    return inner.length === 0 ? [] : [[name, extract(value[name], inner, [...path, name], keys)] as const];
  });
  return Object.fromEntries(parts);
}
