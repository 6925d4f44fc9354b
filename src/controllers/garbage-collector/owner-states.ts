import { foregroundFinalizer } from '../../api/meta/finalizers.ts';
import type { ObjectMeta } from '../../api/meta/metadata.ts';
import type { AbsentOwners } from './absent-owners.ts';
import { type Coordinates, type Reference, within } from './graph/coordinates.ts';
import { hasFinalizer, isBeingDeleted } from './graph/observed-object.ts';
import { type LiveObjects, MissingNamespaceError } from './live-objects.ts';
import type { ServedTypes } from './served-types.ts';

/** The owners of an object, as they are now. */
export interface OwnerStates {
  /** They are there, and keep the object. */
  solid: Reference[];
  /** They are not there. */
  dangling: Reference[];
  /** They are being deleted, and wait for the object to go first. */
  waiting: Reference[];
}

export interface OwnerSources {
  absent: AbsentOwners;
  /** Owners that an informer has shown to be gone: that counts where their type is gone too. */
  shownGone: Pick<AbsentOwners, 'has'>;
  types: Pick<ServedTypes, 'isServed' | 'resourceOf'>;
  live: Pick<LiveObjects, 'metadata'>;
}

/** Asks for every owner that is not known to be absent. Rejects when the state of one cannot be known. */
export async function ownerStates(
  sources: OwnerSources,
  dependent: Coordinates,
  references: readonly Reference[],
): Promise<OwnerStates> {
  const states: OwnerStates = { solid: [], dangling: [], waiting: [] };
  for (const reference of references) {
    const owner = await ownerOf(sources, dependent, reference);
    if (owner === undefined) states.dangling.push(reference);
    else if (isBeingDeleted(owner) && hasFinalizer(owner, foregroundFinalizer))
      states.waiting.push(reference);
    else states.solid.push(reference);
  }
  return states;
}

async function ownerOf(
  { absent, shownGone, types, live }: OwnerSources,
  { namespace }: Coordinates,
  reference: Reference,
): Promise<ObjectMeta | undefined> {
  const places = [within(reference, ''), within(reference, namespace)];
  if (places.some((place) => absent.has(place))) return undefined;
  if (!types.isServed(reference.type) && places.some((place) => shownGone.has(place))) return undefined;
  const { namespaced } = types.resourceOf(reference.type);
  if (namespaced && namespace === '') throw new MissingNamespaceError();
  const owner = within(reference, namespaced ? namespace : '');
  const metadata = await live.metadata(owner);
  if (metadata === undefined) absent.add(owner);
  return metadata;
}
