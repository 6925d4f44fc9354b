import type { ObjectMeta } from '../../api/meta/metadata.ts';
import { conflict, type GroupResource } from '../../api/meta/status.ts';
import type { StoredResource } from '../resource.ts';
import type { DeleteOptions } from './delete-options.ts';

type Preconditions = DeleteOptions['preconditions'];
type Metadata = Pick<ObjectMeta, 'name' | 'uid' | 'resourceVersion'>;

/** Throws Conflict for another object or version than that which is to be deleted. */
export function checkPreconditions(
  { rules, type, kind: { group, kind } }: StoredResource,
  metadata: Metadata,
  preconditions: Preconditions,
): void {
  if (rules.deletion?.namesResourceInPreconditions) checkAsResource(type, metadata, preconditions);
  else checkAsKind({ group, resource: kind }, metadata, preconditions);
}

/** The same, in the words of most kinds. `about` names the kind: `{ group: '', resource: 'Pod' }`. */
export function checkAsKind(
  about: GroupResource,
  { name = '', uid = '', resourceVersion = '' }: Metadata,
  preconditions: Preconditions,
): void {
  if (preconditions?.uid !== undefined && preconditions.uid !== uid) {
    throw conflict(
      about,
      name,
      `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid}). ` +
        'The object might have been deleted and then recreated',
    );
  }
  if (preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion) {
    throw conflict(
      about,
      name,
      `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ` +
        `ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    );
  }
}

function checkAsResource(type: GroupResource, metadata: Metadata, preconditions: Preconditions): void {
  const check = (field: 'uid' | 'resourceVersion', text: string): void => {
    const asked = preconditions?.[field];
    if (asked === undefined || asked === metadata[field]) return;
    const both = `${text} in precondition: ${asked}, ${text} in object meta: ${metadata[field]}`;
    throw conflict(type, metadata.name!, `Precondition failed: ${both}`);
  };
  check('uid', 'UID');
  check('resourceVersion', 'ResourceVersion');
}
