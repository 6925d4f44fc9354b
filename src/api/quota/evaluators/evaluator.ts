import type { GroupResource } from '../../meta/status.ts';
import type { CoreV1ScopedResourceSelectorRequirement } from '../../schema/types.gen.ts';
import type { Amounts, Names } from '../amounts.ts';

/** Says which resources the objects of one type use up. */
export interface Evaluator {
  readonly type: GroupResource;
  /** Sub-resources whose updates can use up more than there was; "" is the object itself. */
  readonly updates: readonly string[];
  /** Whether an update of the object itself can do so; all can when it is not said. */
  isCharged?(object: object, old: object): boolean;
  /** Selects the resources that such objects use at all. */
  countable(resources: Names): string[];
  examine(object: object): ObjectUsage;
  /**
   * Resources, of those that are limited, that the object has to say something about and does not, as messages list
   * them. Undefined if nothing is missing.
   */
  missing?(object: object, limited: readonly string[]): string | undefined;
  /** Other types whose objects decide how much is used. */
  readonly dependsOn?: readonly Dependency[];
}

/** A type on which the usage of objects of another one depends. */
export interface Dependency {
  readonly type: GroupResource;
  /** Whether a change concerns only the objects that name the changed one as `owner`; it concerns all otherwise. */
  readonly isOwner: boolean;
}

/** One object, as quotas see it. */
export interface ObjectUsage {
  readonly usage: Amounts;
  /** Whether a scope holds; undefined for types of which none ever does. */
  readonly isInScope?: (scope: Scope) => boolean;
  /** Time at which the object counts no longer as it does now, in milliseconds, and how it counts then. */
  readonly ending?: { readonly at: number; readonly usage: Amounts };
  /** The uid of the object that may have been charged for some of it already. */
  readonly owner?: string;
}

/** The scopes of a quota. */
export type Scope = CoreV1ScopedResourceSelectorRequirement;

/** Whether a quota with these scopes is for this object. */
export const isInAllScopes = ({ isInScope }: ObjectUsage, scopes: readonly Scope[]): boolean =>
  scopes.every((scope) => isInScope?.(scope) ?? false);
