import { foregroundFinalizer, orphanFinalizer } from '../../../api/meta/finalizers.ts';
import type { ObjectMeta, OwnerReference } from '../../../api/meta/metadata.ts';
import { type Coordinates, type Reference, type TypeName, typeName } from './coordinates.ts';

/** The part of an object that the graph keeps. */
export interface ObservedObject {
  coordinates: Coordinates;
  owners: readonly Reference[];
  isBeingDeleted: boolean;
  isDeletingDependents: boolean;
  isOrphaning: boolean;
}

export const hasFinalizer = ({ finalizers }: ObjectMeta, finalizer: string): boolean =>
  Array.isArray(finalizers) && finalizers.includes(finalizer);

export const isBeingDeleted = ({ deletionTimestamp }: ObjectMeta): boolean => Boolean(deletionTimestamp);

/** Undefined for one without a uid: what stands in its place in the store was not written by an API server. */
export function observedObject(type: TypeName, metadata: ObjectMeta): ObservedObject | undefined {
  const { name = '', namespace = '', uid } = metadata;
  if (typeof uid !== 'string' || uid === '') return undefined;
  const deleted = isBeingDeleted(metadata);
  return {
    coordinates: { type, namespace, name, uid },
    owners: referencesOf(metadata),
    isBeingDeleted: deleted,
    isDeletingDependents: deleted && hasFinalizer(metadata, foregroundFinalizer),
    isOrphaning: deleted && hasFinalizer(metadata, orphanFinalizer),
  };
}

/** The references of an object that can be followed: other programs may have written others into the store. */
export function referencesOf({ ownerReferences }: ObjectMeta): Reference[] {
  if (!Array.isArray(ownerReferences) || ownerReferences.length === 0) return [];
  return ownerReferences.filter(isReference).map(({ apiVersion, kind, name, uid, ...flags }) => ({
    type: typeName(apiVersion, kind),
    name,
    uid,
    isBlocking: flags.blockOwnerDeletion === true,
    controller: flags.controller,
  }));
}

function isReference(value: unknown): value is OwnerReference {
  if (typeof value !== 'object' || value === null) return false;
  const { apiVersion, kind, name, uid } = value as Partial<OwnerReference>;
  return [apiVersion, kind, name, uid].every((field) => typeof field === 'string' && field !== '');
}
