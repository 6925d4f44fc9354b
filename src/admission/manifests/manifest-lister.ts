import type { Lister, ObjectChange } from '../../api/meta/lister.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';

type Listener<T> = (change: ObjectChange<T>) => void;

/** Objects of one type that stand in files, shown as if they were stored. */
export class ManifestLister<T> implements Lister<T> {
  readonly isSynced = true;
  #objects: ReadonlyMap<string, T> = new Map();
  readonly #listeners = new Set<Listener<T>>();

  /** In place of all that were there. */
  replace(objects: readonly ApiObject[]): void {
    const before = this.#objects;
    this.#objects = new Map(objects.map((object) => [object.metadata.name!, object as T]));
    for (const name of new Set([...before.keys(), ...this.#objects.keys()])) {
      const change = changeOf(name, before.get(name), this.#objects.get(name));
      for (const listener of this.#listeners) listener(change);
    }
  }

  get(_namespace: string, name: string): T | undefined {
    return this.#objects.get(name);
  }

  list(): T[] {
    return [...this.#objects.values()];
  }

  checkKnown(): void {
    // What stands in files has been read.
  }

  keysBy(): readonly never[] {
    return [];
  }

  async waitUntilFresh(): Promise<void> {
    // Files are read when they change.
  }

  async getFresh(_namespace: string, name: string): Promise<T | undefined> {
    return this.#objects.get(name);
  }

  observe(listener: Listener<T>): Disposable {
    this.#listeners.add(listener);
    for (const [name, object] of this.#objects) listener(changeOf(name, undefined, object));
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }
}

const changeOf = <T>(name: string, before: T | undefined, after: T | undefined): ObjectChange<T> => ({
  namespace: '',
  name,
  fieldsBefore: before === undefined ? undefined : {},
  fieldsAfter: after === undefined ? undefined : {},
  before: () => before,
  after: () => after,
});
