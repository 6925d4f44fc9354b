import type { GroupVersionKind } from '../api/meta/status.ts';
import type { FieldError } from '../api/validation/field-errors.ts';

/**
 * A subresource of one kind, by what a request to it does. Those that many kinds have, `status` and `scale`, have
 * rules of their own in KindRules.
 */
export type SubresourceRules<T extends object> = PartRules<T> | ActionRules<T> | ConnectionRules;

/** Takes and gives the whole object; an update changes a part of it. */
export interface PartRules<T extends object> {
  readonly type: 'part';
  readonly verbs: readonly ('get' | 'patch' | 'update')[];
  /** Takes over from the stored object what an update of this part may not change. */
  prepareForUpdate(object: T, old: T, apiVersion?: string): void;
  validateUpdate(object: T, old: T, apiVersion?: string): FieldError[];
  /** A change of the spec counts as a generation, if the kind has such. */
  readonly countsGeneration?: boolean;
}

/** Takes a POST of an object of another kind, which is not stored: a Binding, an Eviction, a TokenRequest. */
export interface ActionRules<T extends object, A extends object = AnyAction> {
  readonly type: 'action';
  /** Kind of the posted object; the group in the words of the dialect. */
  readonly kind: GroupVersionKind;
  /** Versions of the kind that are taken as well, because all of them have the same fields. */
  readonly otherVersions?: readonly string[];
  validate?(action: A): FieldError[];
  /** Changes the object as the action says. Throws StatusError. Undefined where the action changes something else. */
  perform?(object: T, action: A): void;
}

// biome-ignore lint/suspicious/noExplicitAny: each action has a kind of its own
type AnyAction = any;

/** Connects the client with something behind the server, which answers: a container, a port, a node. */
export interface ConnectionRules {
  readonly type: 'connection';
  /** "" for OPTIONS, which has no verb. */
  readonly verbs: readonly string[];
  /** The kind that the query is an object of, for admission; undefined where admission is not asked. */
  readonly options?: GroupVersionKind;
}
