/** Whose dependent an object is. The collector of garbage follows these. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** At most one owner is the managing controller. */
  controller?: boolean;
  /** The owner, deleted in the foreground, waits for this dependent. */
  blockOwnerDeletion?: boolean;
}

/** Which fields a manager has set, and through which version it said so. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: Record<string, unknown>;
  subresource?: string;
}

/** What every stored object has. Keys of labels and annotations are data: `__proto__` is one of them. */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  selfLink?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number | bigint;
  /** Whole seconds, UTC. Null is how an object says that it has not been created yet. */
  creationTimestamp?: string | null;
  deletionTimestamp?: string | null;
  deletionGracePeriodSeconds?: number | bigint | null;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  clusterName?: string;
  managedFields?: ManagedFieldsEntry[];
}

/** Metadata of a list, in every form of it. */
export interface ListMetadata {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
}

/** An object as clients send and get it. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}
