import type { ObjectChange, ObjectKey } from '../../api/meta/lister.ts';
import type { GroupResource } from '../../api/meta/status.ts';
import { freezeInTests } from '../../util/freeze-in-tests.ts';
import { OrderedTree } from '../../util/ordered-tree.ts';
import type { PartialObject } from '../api/resource-client.ts';
import { FieldIndex } from './field-index.ts';
import { SelectableFields } from './selectable-fields.ts';

/** An object of the store, as it came. */
interface Entry<T> extends ObjectKey {
  readonly key: string;
  readonly object: T;
}

type Listener<T> = (change: ObjectChange<T>) => void;

/**
 * The objects of one resource type, as the server has shown them last. A change is in the store when observers hear of
 * it, and each observer hears of the changes one after the other: the state before one is the state after the last.
 */
export class ObjectStore<T extends PartialObject> {
  readonly #fields: SelectableFields;
  readonly #observers = new Set<Listener<T>>();
  readonly #indexes = new Map<string, FieldIndex>();
  #tree = OrderedTree.empty<Entry<T>>();

  constructor(type: GroupResource) {
    this.#fields = new SelectableFields(type);
  }

  get(namespace: string, name: string): T | undefined {
    return this.#tree.get(keyOf(namespace, name))?.object;
  }

  /** Objects of one namespace, or of all with "". */
  list(namespace: string): T[] {
    const tree = this.#tree;
    const entries = namespace === '' ? tree.values() : tree.values(`${namespace}/`, `${namespace}0`);
    return Array.from(entries, ({ object }) => object);
  }

  keysBy(field: string, value: string): readonly ObjectKey[] {
    let index = this.#indexes.get(field);
    if (index === undefined) {
      index = new FieldIndex((object) => this.#fields.value(object, field));
      for (const { key, object } of this.#tree.values()) index.add(key, object);
      this.#indexes.set(field, index);
    }
    return Array.from(index.keys(value), (key) => this.#tree.get(key)!);
  }

  observe(listener: Listener<T>): Disposable {
    // One and the same function may observe twice.
    const own: Listener<T> = (change) => listener(change);
    for (const entry of this.#tree.values()) own(this.#change(undefined, entry));
    this.#observers.add(own);
    return { [Symbol.dispose]: () => void this.#observers.delete(own) };
  }

  /** The object of the store where it is the same version, or the object itself. */
  known(object: T): T {
    const { namespace = '', name = '' } = object.metadata;
    const kept = this.get(namespace, name);
    return kept !== undefined && isSameVersion(kept, object) ? kept : object;
  }

  /** Does nothing for an object that is here in the same version. */
  put(object: T): void {
    const entry = entryOf(object);
    const before = this.#tree.get(entry.key);
    if (before !== undefined && isSameVersion(before.object, object)) return;
    // Another object under the same name: the one before is gone, even if its end was never seen.
    if (before !== undefined && before.object.metadata.uid !== object.metadata.uid) this.#remove(before);
    this.#set(this.#tree.get(entry.key), entry);
  }

  remove(namespace: string, name: string): void {
    const before = this.#tree.get(keyOf(namespace, name));
    if (before !== undefined) this.#remove(before);
  }

  /** Makes these all that there is. */
  replace(objects: readonly T[]): void {
    const kept = new Set<string>();
    for (const { metadata } of objects) kept.add(keyOf(metadata.namespace ?? '', metadata.name!));
    for (const entry of [...this.#tree.values()]) if (!kept.has(entry.key)) this.#remove(entry);
    for (const object of objects) this.put(object);
  }

  #set(before: Entry<T> | undefined, after: Entry<T>): void {
    this.#tree = this.#tree.set(after.key, after);
    for (const index of this.#indexes.values()) {
      if (before !== undefined) index.remove(before.key, before.object);
      index.add(after.key, after.object);
    }
    this.#tell(before, after);
  }

  #remove(before: Entry<T>): void {
    this.#tree = this.#tree.delete(before.key);
    for (const index of this.#indexes.values()) index.remove(before.key, before.object);
    this.#tell(before, undefined);
  }

  /** One that begins to observe meanwhile has seen the change in the store. */
  #tell(before: Entry<T> | undefined, after: Entry<T> | undefined): void {
    if (this.#observers.size === 0) return;
    const change = this.#change(before, after);
    for (const observer of [...this.#observers]) if (this.#observers.has(observer)) observer(change);
  }

  #change(before: Entry<T> | undefined, after: Entry<T> | undefined): ObjectChange<T> {
    const { namespace, name } = (after ?? before)!;
    const fields = this.#fields;
    return {
      namespace,
      name,
      get fieldsBefore() {
        return before && fields.of(before.object);
      },
      get fieldsAfter() {
        return after && fields.of(after.object);
      },
      before: () => before?.object,
      after: () => after?.object,
    };
  }
}

function entryOf<T extends PartialObject>(object: T): Entry<T> {
  const { namespace = '', name = '' } = object.metadata;
  return { key: keyOf(namespace, name), namespace, name, object: freezeInTests(object) };
}

const keyOf = (namespace: string, name: string): string => (namespace === '' ? name : `${namespace}/${name}`);

/** Types may be read in another version from some time on: these are other objects. */
const isSameVersion = (a: PartialObject & Versioned, b: PartialObject & Versioned): boolean =>
  a.metadata.uid === b.metadata.uid &&
  a.metadata.resourceVersion === b.metadata.resourceVersion &&
  a.apiVersion === b.apiVersion;

interface Versioned {
  apiVersion?: string;
}
