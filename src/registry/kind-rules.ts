import type { FeatureGates } from '../api/gates/feature-gates.ts';
import type { Dialect } from '../api/meta/dialect.ts';
import type { ApiObject } from '../api/meta/metadata.ts';
import type { GroupResource } from '../api/meta/status.ts';
import type { User } from '../api/meta/user.ts';
import type { FieldError } from '../api/validation/field-errors.ts';
import type { Clock } from '../util/clock.ts';
import type { Interruptible } from '../util/slices.ts';
import type { SubresourceRules } from './subresource-rules.ts';

/**
 * The rules of one kind: the strategy contract. A kind without rules of its own needs none.
 *
 * All functions see objects in the version in which they are stored, normalized: unknown fields are gone, every
 * present field has its type, fields that the definition always prints are there (as "", 0, false, null or {}), and
 * all other fields only if they are not empty. They may change their first argument (never the old object, nor subtrees
 * that the two share, see `sharesNestedFields`) and must leave it normalized, except for the order of fields and
 * values that became empty: objects are normalized again before they are stored.
 *
 * The way of a create: decode ▸ applyDefaults ▸ prepareForCreate ▸ system metadata and name ▸ validateCreate.
 * The way of an update: decode ▸ applyDefaults ▸ system metadata from the stored object ▸ prepareForUpdate ▸
 * validateUpdate. Metadata is validated by the registry; these functions validate the rest. `apiVersion` is the
 * version that the request speaks, for rules that are not the same in all; undefined when the server itself writes.
 */
export interface KindRules<T extends object = ApiObject> {
  /** Group of the definition, in the words of the dialect. */
  group: string;
  kind: string;

  /**
   * A patched object shares with the stored one what stays as it is below its sections (spec, status), which makes
   * patches a fifth cheaper: see `reusable-subtrees.ts`. Only for a kind that is patched often, and none of whose
   * functions changes such a field in place; they put a changed copy there. Without it they get copies of everything.
   */
  sharesNestedFields?: boolean;

  /** Fills in what the client left out. Runs on whatever is decoded: must be repeatable. */
  applyDefaults?(object: T): void;

  /**
   * Fills in what the object of a bookmark has beyond what the definition always prints: clients know it so. Runs on the
   * version `apiVersion`, which may be another than the stored one.
   */
  fillBookmark?(object: T, apiVersion: string): void;

  /** Fills in what servers of earlier releases did not store. Runs after the defaults on what is read from the store. */
  applyReadDefaults?(object: T): void;

  /** Conflicts call the resource by the group that the request speaks, where that is another one. */
  namesOwnGroups?: boolean;

  /** Sections that writers of the main resource do not own, beside the status: `['spec']`. */
  unowned?: readonly string[];

  /** Finalizers of its objects may have any name: that a name without a domain is one of the product's is not asked. */
  takesPlainFinalizers?: boolean;

  /** Number of times that its own rules validate the metadata of an update again; once as an update when not given. */
  metadataChecks?: MetadataChecks;

  /** The metadata of a new object are not looked at while anything else is wrong with it. */
  checksMetadataLast?: boolean;

  /** Errors of a name; `prefix` for a generateName. Any path segment is a name by default. */
  validateName?(name: string, prefix: boolean): string[];
  /** The same of a new object, where those that are there may have names that are not given any more. */
  validateNewName?(name: string, prefix: boolean): string[];

  /** Clears fields that clients may not set at creation, and sets those of the server. `user`: that of the request, if there is one. */
  prepareForCreate?(object: T, apiVersion?: string, user?: User): void;
  validateCreate?(object: T, apiVersion?: string): FieldError[];

  /** Takes over from the stored object what an update of the main resource may not change. */
  prepareForUpdate?(object: T, old: T, apiVersion?: string): void;
  validateUpdate?(object: T, old: T, apiVersion?: string): FieldError[];

  /**
   * Warnings about an object that is accepted: `old` is undefined at creation. Called with the object as it will be
   * stored, for the main resource only.
   */
  warnings?(object: T, old: T | undefined): string[];
  /** They are sent for an update that is refused as well. */
  warnsOfRefused?: boolean;

  /**
   * Update of the subresource `status`. Without a `prepareForUpdate` of the kind's own, everything but metadata
   * and status is taken over from the stored object. Metadata is always validated.
   */
  status?: {
    prepareForUpdate?(object: T, old: T, apiVersion?: string): void;
    /** Fields of metadata that it takes over as well: who writes the status does not own them. */
    keeps?: readonly string[];
    validateUpdate?(object: T, old: T, apiVersion?: string): FieldError[];
  };

  /**
   * Validation that takes long for large objects, in steps between which others have their turn: its errors follow those
   * of `validateCreate`, `validateUpdate` and `status.validateUpdate`.
   */
  validateInSteps?: {
    create(object: T, apiVersion?: string): Interruptible<FieldError[]>;
    update?(object: T, old: T, apiVersion?: string): Interruptible<FieldError[]>;
    status?(object: T, old: T): Interruptible<FieldError[]>;
  };

  /** The subresources that only this kind has, by name: `approval`. The definition names them as well. */
  subresources?: Readonly<Record<string, SubresourceRules<T>>>;

  /** metadata.generation starts at 1 and counts changes of the spec (see `specOf`). */
  tracksGeneration?: boolean;
  /** A change counts even if all of it is dropped. */
  countsDroppedChanges?: boolean;
  /** The desired state, whose changes count in `generation`: `object.spec` by default. */
  specOf?(object: T): unknown;

  /** PUT of an object that does not exist creates it. */
  allowsCreateOnUpdate?: boolean;
  /** An update must say the resourceVersion that it is based on. */
  requiresResourceVersion?: boolean;

  deletion?: DeletionRules<T>;

  /** Fields that field selectors may ask for, beyond metadata.name and metadata.namespace. */
  selectableFields?: {
    names: readonly string[];
    /** Name of a field that is another's older name, to that other: { 'spec.host': 'spec.nodeName' }. */
    aliases?: Readonly<Record<string, string>>;
    /** Field names of versions that have their own, by apiVersion: name in the version to stored name. */
    namesIn?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    /** The values, "" when there is none. */
    of(object: T): Readonly<Record<string, string>>;
    /** A subset of names by which the watch cache keeps an index. */
    indexed?: readonly string[];
    /** The text for a field that is none of them; of most kinds it is the same. */
    refusal?(field: string, apiVersion: string): string;
    /** Whether objects that have a namespace cannot be selected by it. */
    withoutNamespace?: boolean;
  };

  /**
   * The versions in which the kind is served beside the one in which it is stored, by apiVersion
   * (`batch/v1beta1`). A version of the same shape and defaults needs no entry.
   */
  versions?: Readonly<Record<string, VersionRules>>;

  /** The replicas of a kind with the subresource `scale`. */
  scale?: ScaleRules<T>;

  /** The columns that `kubectl get` prints. Name and creation time by default. */
  table?: TableRules<T>;
}

/** Validations of the metadata of an update beside those of the registry: each reports its errors again. */
export interface MetadataChecks {
  /** Whether it is validated as an update: nothing immutable may change. */
  asUpdate: boolean;
  /** Number of times that it is validated as a new object. */
  asNew: number;
}

/** The rules of a kind of any type, for lists of kinds. */
// biome-ignore lint/suspicious/noExplicitAny: each kind's functions take objects of that kind
export type AnyKindRules = KindRules<any>;

/** The rules of a kind that has none of its own. */
export const noRules = ({ group, kind }: Pick<KindRules, 'group' | 'kind'>): AnyKindRules => ({
  group,
  kind,
});

/** The default propagation policy. */
export type DefaultPropagation = 'background' | 'orphan' | 'none';

export interface DeletionRules<T> {
  /** Reason not to delete an object of this name by itself; with its whole collection it can be deleted. */
  refuses?(name: string): string | undefined;
  /** Answer a completed deletion with the object rather than with a Status. */
  answersWithObject?: boolean;
  /** Whether documents say that a Status is the answer all the same. */
  isDocumentedAsStatus?: boolean;
  /** Warning about a deletion for which the client gives no propagation policy. */
  defaultWarning?: string;
  /** The propagation policy when the client gives none: background by default; with `none` finalizers are never added. */
  defaultPropagation?: DefaultPropagation;
  /**
   * Makes deletion graceful: seconds that the object stays, marked, before it may go. `wanted` is what the
   * client asked for, undefined when it did not.
   */
  gracePeriodSeconds?(object: T, wanted: number | undefined): number;
  /** Whether something of the kind's own, beside metadata.finalizers, keeps a deleted object. */
  holds?(object: T): boolean;
  /** The refusal of preconditions that do not hold names the resource, in its own words, and not the kind. */
  namesResourceInPreconditions?: boolean;
  /** Called once, when an object that is held is marked as deleted. */
  marked?(object: T): void;
}

// biome-ignore lint/suspicious/noExplicitAny: each version has objects of its own
type OfVersion = any;

/**
 * Differences of one served version from the stored one. No conversion loses anything: what the other version
 * cannot express survives a round trip through it (in an annotation, or in a field that is kept for it).
 */
export interface VersionRules {
  /** Fills in what the client left out, in this version; the stored version's defaults run after conversion. */
  applyDefaults?(object: OfVersion): void;
  /** Turns an object of this version, shaped, into one of the stored version. May change it or make a new one. */
  toStored?(object: OfVersion): OfVersion;
  /** And back. */
  fromStored?(object: OfVersion): OfVersion;
  /** Rules of this version that the stored one does not have; runs before conversion. */
  validate?(object: OfVersion): FieldError[];
  /** The propagation policy of deletions through this version when the client gives none. */
  defaultPropagation?: DefaultPropagation;
}

export interface ScaleRules<T> {
  /** The type that a GET of the scale says is not found; undefined: that of the object. */
  missing?: GroupResource | undefined;
  specReplicas(object: T): number;
  /** Replicas that a patch is applied to, and the check of its result, where objects may be without replicas. */
  patch?: { replicas(object: T): number; check(replicas: number): void };
  setSpecReplicas(object: T, replicas: number): void;
  statusReplicas(object: T): number;
  /** The label selector as text: `app=web,tier in (a,b)`. */
  selector(object: T): string;
}

export interface TableColumn {
  name: string;
  type: 'string' | 'integer' | 'boolean' | 'number' | 'date';
  /** "name" for the column that names the object. */
  format: string;
  /** One sentence for people. */
  description: string;
  /** 0 is always shown, 1 only in wide output. */
  priority: number;
  /** Its cells say how long ago the object was made, and nothing else: rows can be kept without them. */
  isAge?: boolean;
}

/** Integers that a double cannot hold are bigints. */
export type TableCell = string | number | bigint | boolean | null;

export interface TableRowCondition {
  type: 'Completed';
  status: 'True';
  reason: string;
  message: string;
}

/** An order of rows, found without holding the objects. */
export interface RowOrder<T, K = unknown> {
  /** All that is compared of an object. */
  keyOf(object: T): K;
  compare(a: K, b: K): number;
}

/** Values that the columns of a Table may still look at, in all of its rows together. */
export interface TableBudget {
  left: number;
}

export interface TableRules<T> {
  columns: readonly TableColumn[];
  /** One cell a column. `now` in milliseconds, for ages. */
  cells(object: T, now: number, budget?: TableBudget): TableCell[];
  conditions?(object: T): TableRowCondition[];
  /** The order of the rows of a list, when it is another than that of the names. */
  order?: RowOrder<T>;
  /** Every event of a watch defines the columns, rather than the first alone. */
  definesColumnsInEvents?: boolean;
  /** Columns may show parts of managedFields. */
  showsManagedFields?: boolean;
}

/** The dependencies of a kind's rules. */
export interface KindDependencies {
  dialect: Dialect;
  clock: Clock;
  /** The gates of the release that is served, for rules that came later than their kind or wait behind a gate. */
  gates: FeatureGates;
  /** Whether containers may be privileged. They may when it is not said. */
  allowPrivileged?: boolean;
  /** The labels of a namespace, as they were a moment ago; undefined when it is not there. */
  labelsOfNamespace?(name: string): Readonly<Record<string, string>> | undefined;
}
