import { type FieldSet, isMap, type ManagedFields } from './api-object.ts';
import type { Step } from './yaml-lines.ts';

/** The owners of an object's values. */
export class FieldOwners {
  /** In the order of managedFields: the place is the colour. */
  readonly managers: readonly ManagedFields[];
  readonly #owners = new Map<string, Set<number>>();

  constructor(managers: readonly ManagedFields[], object: unknown) {
    this.managers = managers;
    managers.forEach(({ fieldsV1 = {} }, index) => {
      for (const path of ownedPaths(fieldsV1, object)) {
        const key = JSON.stringify(path);
        this.#owners.set(key, (this.#owners.get(key) ?? new Set()).add(index));
      }
    });
  }

  /** Places in `managers` of those who own the value, or all of a value around it. */
  of(path: readonly Step[]): number[] {
    for (let length = path.length; length > 0; length--) {
      const owners = this.#owners.get(JSON.stringify(path.slice(0, length)));
      if (owners !== undefined) return [...owners];
    }
    return [];
  }
}

/** The paths of the values that a set of fields names and that are there, without those that only lead to others. */
export function* ownedPaths(
  fields: FieldSet,
  value: unknown,
  path: readonly Step[] = [],
): Generator<readonly Step[]> {
  for (const [name, below] of Object.entries(fields)) {
    if (name === '.') continue;
    const step = stepOf(name, value);
    if (step === undefined) continue;
    const next = [...path, step];
    if (Object.keys(below).length === 0) yield next;
    else yield* ownedPaths(below, (value as Record<Step, unknown>)[step], next);
  }
}

/** `f:name` is a field, `k:{"name":"a"}` an item of a list by its keys, `v:"a"` one by its value, `i:0` one by its place. */
function stepOf(name: string, value: unknown): Step | undefined {
  const [kind, rest] = [name.slice(0, 2), name.slice(2)];
  if (kind === 'f:') return isMap(value) && rest in value ? rest : undefined;
  if (!Array.isArray(value)) return undefined;
  if (kind === 'i:') return Number(rest) < value.length ? Number(rest) : undefined;
  const wanted: unknown = JSON.parse(rest);
  const index = value.findIndex((item) => (kind === 'v:' ? item === wanted : hasKeys(item, wanted)));
  return index < 0 ? undefined : index;
}

const hasKeys = (item: unknown, keys: unknown): boolean =>
  isMap(item) && isMap(keys) && Object.entries(keys).every(([name, value]) => item[name] === value);

/** The fields by which items of a list are told apart, by the path of the list, as JSON: `["name"]` of containers. */
export function listKeys(managers: readonly ManagedFields[], object: unknown): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const walk = (fields: FieldSet, value: unknown, path: readonly Step[]): void => {
    for (const [name, below] of Object.entries(fields)) {
      if (name.startsWith('k:')) found.set(JSON.stringify(path), Object.keys(JSON.parse(name.slice(2))));
      const step = name === '.' ? undefined : stepOf(name, value);
      if (step !== undefined) walk(below, (value as Record<Step, unknown>)[step], [...path, step]);
    }
  };
  for (const { fieldsV1 = {} } of managers) walk(fieldsV1, object, []);
  return found;
}
