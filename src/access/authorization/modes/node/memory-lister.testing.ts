import type { Lister, ObjectChange, ObjectPlace } from '../../../../api/machinery/lister.ts';
import type { ApiObject } from '../../../../api/machinery/metadata.ts';

/** Objects that a test puts there, and how often each was looked at. */
export class MemoryLister<T> implements Lister<T> {
  readonly looks = new Map<string, number>();
  readonly #objects = new Map<string, ApiObject>();
  readonly #listeners = new Set<(change: ObjectChange<T>) => void>();

  get observed(): boolean {
    return this.#listeners.size > 0;
  }

  put(object: object): void {
    const { namespace = '', name = '' } = (object as ApiObject).metadata;
    this.#replace({ namespace, name }, object as ApiObject);
  }

  remove(namespace: string, name: string): void {
    this.#replace({ namespace, name }, undefined);
  }

  get(namespace: string, name: string): T | undefined {
    const key = `${namespace}/${name}`;
    this.looks.set(key, (this.looks.get(key) ?? 0) + 1);
    return this.#objects.get(key) as T | undefined;
  }

  list(): T[] {
    return [...this.#objects.values()] as T[];
  }

  placesBy(field: string, value: string): ObjectPlace[] {
    const found = [...this.#objects.values()].filter((object) => fieldsOf(object)?.[field] === value);
    return found.map(({ metadata: { namespace = '', name = '' } }) => ({ namespace, name }));
  }

  async getNewest(namespace: string, name: string): Promise<T | undefined> {
    return this.get(namespace, name);
  }

  observe(listener: (change: ObjectChange<T>) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  #replace(place: ObjectPlace, after: ApiObject | undefined): void {
    const key = `${place.namespace}/${place.name}`;
    const before = this.#objects.get(key);
    if (after === undefined) this.#objects.delete(key);
    else this.#objects.set(key, after);
    for (const tell of this.#listeners) {
      tell({
        ...place,
        fieldsBefore: fieldsOf(before),
        fieldsAfter: fieldsOf(after),
        before: () => before as T | undefined,
        after: () => after as T | undefined,
      });
    }
  }
}

function fieldsOf(object: ApiObject | undefined): Record<string, string> | undefined {
  if (object === undefined) return undefined;
  return { 'spec.nodeName': (object['spec'] as { nodeName?: string }).nodeName ?? '' };
}
