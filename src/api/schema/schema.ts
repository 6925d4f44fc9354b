/**
 * The types of all objects: decoders, validation, OpenAPI documents and patches work from these. `load.ts` builds them
 * from the definitions at start-up; they are immutable afterwards.
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
  /** Any JSON value, unchanged. */
  | 'raw'
  /** Any JSON value; to server-side apply, maps have their members and everything else is one value. */
  | 'deduced'
  /** FieldsV1: nested maps. */
  | 'fields';

/** A raw value of one of several types: in Protobuf each has a field of its own. */
export interface Choice {
  boolean?: { number: number };
  object?: { number: number; schema: StructSchema };
  list?: { number: number; element: Schema };
}

export interface ScalarSchema {
  type: ScalarType;
  /** Its name in messages about a value of another type, when not the plain one: `v1.Protocol`, `types.UID`. */
  typeName?: string;
  /** The message that a raw value was defined as: `apiextensions.v1.JSON`. */
  message?: { name: string; description: string };
  choice?: Choice;
}

export type Schema =
  | ScalarSchema
  | { type: 'list'; element: Schema; typeName?: string }
  | { type: 'map'; value: Schema; typeName?: string }
  | StructSchema;

export interface StructSchema {
  type: 'struct';
  /** `core.v1.PodSpec`. */
  name: string;
  description: string;
  /** In the order in which they are printed, those of an inlined message in its place. */
  fields: readonly FieldSchema[];
  byName: Pick<ReadonlyMap<string, FieldSchema>, 'get'>;
  /** For server-side apply it is one value, which is owned as a whole. */
  atomic?: boolean;
  /** Fields of objects whose fields the definition of a custom resource specifies. */
  dynamic?: DynamicFields;
  /** Only of kinds. Printed first where an object of the kind is nested in another one. */
  typeMeta?: { readonly kind: string; readonly apiVersion: string };
}

/** The fields of a custom resource beside kind, apiVersion and metadata. */
export interface DynamicFields {
  /**
   * The fields that are kept, keys sorted at every level; the given object itself where nothing is to be done.
   * `onUnknown` is called with the path of each field that the schema does not specify. Throws DecodeError.
   */
  normalize(fields: Record<string, unknown>, onUnknown?: (path: string) => void): Record<string, unknown>;
}

export interface FieldSchema {
  /** The key in JSON. */
  name: string;
  /** The Protobuf field number. */
  number: number;
  /** Protobuf field numbers of the inlined messages around the field, the outermost first. */
  inlinedFrom: readonly number[];
  /** Names of these messages, in releases whose messages about values have them: `VolumeSource`. */
  inlinedAs?: readonly string[];
  schema: Schema;
  description: string;
  /** Its struct keeps fields of any name, of which this is one. */
  undeclared?: boolean;
  /** Printed whenever it is set, empty or not. */
  nullable: boolean;
  /** OpenAPI documents list it as required. */
  required: boolean;
  /** Printed even when it is not set: as "", 0, false, null or {}. */
  always: boolean;
  /** The named values; other values may be valid too, unless it `isEnum`. */
  values: readonly string[];
  /** Its named values are all that there are, for OpenAPI documents. */
  isEnum: boolean;
  /** The value that server-side apply assumes for an absent field. */
  default: unknown;
  /** The value that a write fills in for an absent field, in the stored version; undefined for none. */
  filled?: unknown;
  /** Fields of its value, with what a write fills in for them where they are absent; undefined for none. */
  filledInside?: object | undefined;
  /** Nothing in its value is filled in. */
  isUnfilled?: boolean;
  /** The value that a write fills in for an absent field in a version that is not the stored one; undefined for none. */
  filledFirst?: unknown;
  listType: 'atomic' | 'set' | 'map';
  /** Its definition says what list it is: OpenAPI documents do so as well. */
  isListTypeDeclared: boolean;
  /** Names of the fields that identify an item, with listType map. */
  listKeys: readonly string[];
  mapType: 'granular' | 'atomic';
  /** Its definition says so, against what its message may say. */
  isMapTypeDeclared: boolean;
  mergeKey: string | undefined;
  patchStrategies: readonly string[];
  /** Feature gates without which it has no effect. */
  gates: readonly string[];
  /** With a gate off, a write empties it unless the stored object uses it. */
  isDropped: boolean;
  /** It is emptied where the stored object uses it as well. */
  isDroppedWhenUsed?: boolean;
  /** The value that takes the place of others, instead of none; undefined for none. */
  droppedTo?: unknown;
  /** Names of fields in its value that are not dropped; undefined for none. */
  undropped?: readonly string[] | undefined;
}

export interface Lifecycle {
  introduced: string | undefined;
  deprecated: string | undefined;
  removed: string | undefined;
  /** `apps/v1 Deployment`. */
  replacement: string | undefined;
}

/** Fills fields in, in each message of an object that is there. A second time changes nothing. */
interface Filling {
  fill(object: object): void;
}

/** One kind in one version of one group. */
export interface KindDefinition {
  group: string;
  version: string;
  kind: string;
  plural: string;
  singular: string;
  /** Whether discovery lists its singular name: of built-in kinds from 1.27 on. */
  listsSingular: boolean;
  shortNames: readonly string[];
  categories: readonly string[];
  namespaced: boolean;
  /** Verbs of the main resource, sorted. */
  verbs: readonly string[];
  subresources: readonly string[];
  /** Objects are stored in this version. */
  storage: boolean;
  /** Objects are never stored: creating one asks a question, such as a review. */
  virtual: boolean;
  /** A custom resource: a CustomResourceDefinition defines it at run time. */
  custom?: boolean;
  /** Messages must not repeat values of its objects. */
  confidential?: boolean;
  /** Its validation says how much its objects may hold: the limit for objects of any kind comes after it. */
  limitsItself?: boolean;
  /** The kind under which objects are stored: the kind itself, unless two groups share their objects. */
  storedAs: { group: string; kind: string };
  lifecycle: Lifecycle;
  /** Feature gate without which it is not served. */
  gate?: string | undefined;
  /** Fields that always get the same value where a client gives none; undefined for a kind without such fields. */
  filled?: Filling | undefined;
  /** The same of a version that is not the stored one, before objects are brought into that; undefined for none. */
  filledFirst?: Filling | undefined;
  schema: StructSchema;
}

export interface GroupVersionDefinition {
  group: string;
  version: string;
  groupPriority: number;
  versionPriority: number;
}

export interface Definitions {
  /** The versions with a kind that is served. */
  groupVersions: readonly GroupVersionDefinition[];
  kinds: readonly KindDefinition[];
  /** Kinds that the server asks of others, and does not serve. */
  outgoingKinds: readonly KindDefinition[];
  /** Every message by its name: `meta.v1.Status`. */
  structs: ReadonlyMap<string, StructSchema>;
  /** The fields of a message that always get the same value where a client gives none; undefined for none. */
  filledIn(struct: StructSchema): Filling | undefined;
}

/** `apps/v1`; `v1` for the core group. */
export function apiVersionOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The verbs of a kind that is stored and whose definition names no others. */
export const allVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
