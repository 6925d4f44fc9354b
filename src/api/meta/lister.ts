import type { ApiObject } from './metadata.ts';
import type { GroupResource } from './status.ts';

/**
 * The objects of one resource type in the version in which they are stored, as the caches show them. What it hands
 * out is shared by everyone who asks: nobody changes it.
 */
export interface Lister<T = ApiObject> {
  /** "" is the namespace of what is in none. */
  get(namespace: string, name: string): T | undefined;
  /** Of one namespace, or of all. In order of their keys. */
  list(namespace?: string): T[];
  /**
   * Where those are whose field has this value, which is not empty. Parses nothing, and is quick for a field that
   * the caches keep an index of: `spec.nodeName` of pods.
   */
  keysBy(field: string, value: string): readonly ObjectKey[];
  /** Waits until the caches have seen everything that is in the store, whoever wrote it. */
  waitUntilFresh(): Promise<void>;
  /** As the store has it now: after `catchUp`. */
  getFresh(namespace: string, name: string): Promise<T | undefined>;
  /**
   * Tells the listener of every object that is there, and then of every change, in order and at once: when a read
   * shows a change, the listener has been told of it. It must not throw.
   */
  observe(listener: (change: ObjectChange<T>) => void): Disposable;
}

export interface ObjectKey {
  readonly namespace: string;
  readonly name: string;
}

/** What became of one object. The states are parsed when they are asked for. */
export interface ObjectChange<T> extends ObjectKey {
  /** What selectors see of the two states, without parsing: `spec.nodeName`. Undefined as the state itself. */
  readonly fieldsBefore: Readonly<Record<string, string>> | undefined;
  readonly fieldsAfter: Readonly<Record<string, string>> | undefined;
  /** Undefined when it is new. */
  before(): T | undefined;
  /** Undefined when it is gone. */
  after(): T | undefined;
}

/** All objects that the server keeps. A resource type that is not kept has none. */
export interface Objects {
  lister<T = ApiObject>(type: GroupResource): Lister<T>;
}
