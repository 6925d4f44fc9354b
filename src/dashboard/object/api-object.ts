/** An object of the API, as far as every kind has the same fields. */
export interface ApiObject {
  apiVersion?: string;
  kind?: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

export interface ObjectMeta {
  name: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: { kind: string; name: string; apiVersion: string; uid: string; controller?: boolean }[];
  managedFields?: ManagedFields[];
  [field: string]: unknown;
}

/** The fields that somebody owns. */
export interface ManagedFields {
  manager?: string;
  operation?: string;
  subresource?: string;
  time?: string;
  fieldsV1?: FieldSet;
}

/** `{ 'f:spec': { 'f:replicas': {} } }` */
export interface FieldSet {
  [step: string]: FieldSet;
}

/** Fields of metadata that the server alone writes. */
export const ofServer = [
  'managedFields',
  'resourceVersion',
  'uid',
  'creationTimestamp',
  'generation',
  'selfLink',
];

/** Whether a value is a map of fields. */
export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object as people read it: without who owns which field, and on demand without what the server alone writes. */
export function readable(object: ApiObject, withStatus: boolean): ApiObject {
  const { managedFields: _, ...metadata } = object.metadata;
  const { status, ...rest } = object;
  const ordered = {
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata,
    ...without(rest, ['apiVersion', 'kind', 'metadata']),
  };
  return (withStatus && status !== undefined ? { ...ordered, status } : ordered) as ApiObject;
}

export const without = (map: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).filter(([name]) => !names.includes(name)));

/** The object as it is edited: without what the server alone writes. */
export function editable(object: ApiObject): ApiObject {
  const metadata = without(object.metadata, ofServer) as ObjectMeta;
  return readable({ ...object, metadata }, false);
}
