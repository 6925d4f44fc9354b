import type { ApiObject } from './metadata.ts';
import type { GroupResource } from './status.ts';

/**
 * Reads the objects of one resource type from the watch cache, in their stored version. The objects are shared between
 * all callers: they must not be changed.
 */
export interface Lister<T = ApiObject> {
  /** Whether all objects are known. What cannot be read, and never could be, is not known to be absent. */
  readonly isSynced: boolean;
  /**
   * `namespace` is "" for a cluster-scoped object. One that can no longer be read is as it was when it could be. May throw
   * for one that cannot be read and never could be.
   */
  get(namespace: string, name: string): T | undefined;
  /** The objects of one namespace, or of all; sorted by key. Without those that cannot be read and never could be: see `checkKnown`. */
  list(namespace?: string): T[];
  /** Throws InternalError when something cannot be read that `list` would have, and never could be. */
  checkKnown(namespace?: string): void;
  /**
   * Keys of the objects whose field has this value, which must not be empty. Parses no object, and is fast for an
   * indexed field: `spec.nodeName` of pods. Without those that cannot be read and never could be.
   */
  keysBy(field: string, value: string): readonly ObjectKey[];
  /** Waits until the cache has every write that is in the store now, those of other servers included. Rejects when not all of it is known. */
  waitUntilFresh(): Promise<void>;
  /** The object as it is in the store now, whether the others are known or not. */
  getFresh(namespace: string, name: string): Promise<T | undefined>;
  /**
   * Calls the listener for every existing object, then for every change, in order and synchronously: once a read
   * shows a change, the listener has been called for it. The listener must not throw. An object that can no longer be
   * read has not changed.
   */
  observe(listener: (change: ObjectChange<T>) => void): Disposable;
}

export interface ObjectKey {
  readonly namespace: string;
  readonly name: string;
}

/** A change of one object. `before` and `after` parse the object when they are called. */
export interface ObjectChange<T> extends ObjectKey {
  /** The selectable fields before and after, without parsing: `spec.nodeName`. Undefined where the object is. */
  readonly fieldsBefore: Readonly<Record<string, string>> | undefined;
  readonly fieldsAfter: Readonly<Record<string, string>> | undefined;
  /** Undefined when the object was created. */
  before(): T | undefined;
  /** Undefined when the object was deleted. */
  after(): T | undefined;
}

/** Listers of all resource types. That of a type without storage is empty. */
export interface Objects {
  lister<T = ApiObject>(type: GroupResource): Lister<T>;
}
