import type { ObjectMeta, OwnerReference } from '../../api/meta/metadata.ts';
import type { Coordinates, Reference } from './graph/coordinates.ts';

export const strategicMergePatch = 'application/strategic-merge-patch+json';
export const mergePatch = 'application/merge-patch+json';

/** A change of the references of an object, in the two languages that servers understand. */
export interface ReferencePatch {
  /** Fails for an object of another uid. */
  strategic: object;
  /** For types that know no strategic merge patch: made of the newest state of the object. */
  merge(metadata: ObjectMeta): object;
}

/** Takes the references to these owners away. */
export function withoutOwners({ uid }: Coordinates, owners: readonly string[]): ReferencePatch {
  const ownerReferences = owners.map((owner) => ({ $patch: 'delete', uid: owner }));
  return {
    strategic: { metadata: { uid, ownerReferences } },
    merge: ({ resourceVersion, ownerReferences: references = [] }) => {
      const rest = references.filter((reference) => !owners.includes(reference.uid));
      return { metadata: { resourceVersion, ownerReferences: rest } };
    },
  };
}

/** The owners do not wait for the object any more. */
export function unblocking({ uid }: Coordinates, owners: readonly Reference[]): ReferencePatch {
  const unblocked = owners
    .filter(({ isBlocking }) => isBlocking)
    .map(({ type, name, uid: owner, controller }) => ({
      ...type,
      name,
      uid: owner,
      blockOwnerDeletion: false,
      ...(controller === undefined ? {} : { controller }),
    }));
  return {
    strategic: { metadata: { uid, ownerReferences: unblocked } },
    merge: ({ resourceVersion, ownerReferences: references = [] }) => ({
      metadata: { resourceVersion, ownerReferences: references.map(notBlocking) },
    }),
  };
}

const notBlocking = (reference: OwnerReference): OwnerReference => ({
  ...reference,
  blockOwnerDeletion: false,
});
