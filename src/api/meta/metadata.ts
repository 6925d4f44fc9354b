/** An owner of an object. The garbage collector follows these. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** At most one owner is the managing controller. */
  controller?: boolean;
  /** An owner that is deleted in the foreground waits for this dependent. */
  blockOwnerDeletion?: boolean;
}

/** The fields that one field manager owns, and the version through which it set them. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: Record<string, unknown>;
  subresource?: string;
}

/** Keys of labels and annotations are data: `__proto__` is a valid one. */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  selfLink?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number | bigint;
  /** Whole seconds, UTC. Null in an object that has not been created yet. */
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

/** Metadata of a list, in every representation. */
export interface ListMetadata {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: number;
  /** The part of the objects that was asked for. */
  shardInfo?: { selector: string };
}

/** An object as clients send and receive it. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** The fields by which an object says its type, beside those of its schema. */
export const typeFields = ['kind', 'apiVersion'];
