/**
 * The shapes of objects as the definitions give them, resolved: what decoders, validators, documents and
 * patches work from. Built once at start by `load.ts`; immutable afterwards.
 */

export type ScalarType =
  | 'string'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'double'
  /** Base64 text in JSON. */
  | 'bytes'
  | 'time'
  | 'micro-time'
  | 'duration'
  | 'quantity'
  | 'int-or-string'
  /** Any JSON value, kept as it came. */
  | 'raw'
  /** Nested maps: a field set. */
  | 'fields';

/** A raw value that is one of a few: in Protobuf each stands in a field of its own. */
export interface Choice {
  boolean?: { number: number };
  object?: { number: number; schema: StructSchema };
  list?: { number: number; element: Schema };
}

export interface ScalarSchema {
  type: ScalarType;
  /** The message of a raw value: `apiextensions.v1.JSON`. */
  message?: { name: string; description: string };
  choice?: Choice;
}

export type Schema =
  | ScalarSchema
  | { type: 'list'; element: Schema }
  | { type: 'map'; value: Schema }
  | StructSchema;

export interface StructSchema {
  type: 'struct';
  /** `core.v1.PodSpec`. */
  name: string;
  description: string;
  /** In the order in which they are printed; fields of inlined messages stand where the message stands. */
  fields: readonly FieldSchema[];
  byName: ReadonlyMap<string, FieldSchema>;
  /** To server-side apply it is one value: it has its owners as a whole. */
  atomic?: boolean;
  /** Of a kind: what it says of itself where it stands in another object, first of all and whatever was given. */
  typeMeta?: { readonly kind: string; readonly apiVersion: string };
}

export interface FieldSchema {
  /** The key in JSON. */
  name: string;
  /** The Protobuf field number. */
  number: number;
  /** The inlined message that the field comes from: its Protobuf field number, and the one around that. */
  inlinedFrom: readonly number[];
  schema: Schema;
  description: string;
  /** Printed whenever it is given, empty or not. */
  nullable: boolean;
  /** Documents say that it has to be given. */
  required: boolean;
  /** Printed even when it is not given: as "", 0, false, null or {}. */
  always: boolean;
  /** The values that have a name. */
  values: readonly string[];
  /** What an absent value means to server-side apply. */
  default: unknown;
  listType: 'atomic' | 'set' | 'map';
  /** With listType map. */
  listKeys: readonly string[];
  mapType: 'granular' | 'atomic';
  mergeKey: string | undefined;
  patchStrategies: readonly string[];
}

export interface Lifecycle {
  introduced: string | undefined;
  deprecated: string | undefined;
  removed: string | undefined;
  /** `apps/v1 Deployment`. */
  replacement: string | undefined;
}

/** One kind in one version of one group. */
export interface KindDefinition {
  group: string;
  version: string;
  kind: string;
  plural: string;
  singular: string;
  shortNames: readonly string[];
  categories: readonly string[];
  namespaced: boolean;
  /** Of the main resource, sorted. */
  verbs: readonly string[];
  /** Names of the subresources. */
  subresources: readonly string[];
  /** Objects are stored in this version. */
  storage: boolean;
  /** Objects are answered and never kept: a question that is asked by creating it. */
  virtual: boolean;
  /** What its objects hold is repeated in no message; of most kinds it is. */
  confidential?: boolean;
  /** The kind as which objects are stored: the own one, unless two groups share one store. */
  storedAs: { group: string; kind: string };
  lifecycle: Lifecycle;
  schema: StructSchema;
}

export interface GroupVersionDefinition {
  group: string;
  version: string;
  groupPriority: number;
  versionPriority: number;
}

export interface Definitions {
  groupVersions: readonly GroupVersionDefinition[];
  kinds: readonly KindDefinition[];
  /** Every message by its name: `meta.v1.Status`. */
  structs: ReadonlyMap<string, StructSchema>;
}

/** `apps/v1`; the core group has no name. */
export function apiVersionOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}
