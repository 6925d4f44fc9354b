import type { ApiObject } from '../../api/meta/metadata.ts';
import type { User } from '../../api/meta/user.ts';
import type { FieldFilter } from '../../api/patch/apply/tracked.ts';
import type { StoredResource } from '../resource.ts';

/** Who makes a write, as managedFields has it. */
export interface FieldOwner {
  /** Its field manager; "" for one that gives no name. */
  manager: string;
  /** Who they are to the API; undefined for the server itself. */
  user?: User | undefined;
  /** The version of the kind that it speaks. */
  apiVersion: string;
  /** Through which it writes; "" for the main resource. */
  subresource: string;
  /** Which fields of the object and its metadata it can write: what it says of others is not taken over. */
  counts: FieldFilter;
}

/**
 * Keeps the record of who owns which field: `metadata.managedFields`. Sees objects as their writers mean them, in
 * the stored version with defaults: before admission and the rules of the kind, whose additions nobody owns.
 * Never refuses a write: where it is at a loss the record stays as it is stored.
 */
export interface FieldManager {
  /** Sets the record of a new object. `bytes`: how large it is, so that others have their turn between the steps. */
  create(resource: StoredResource, object: ApiObject, writer: FieldOwner, bytes?: number): Promise<void>;
  /** Sets the record of the object after a change from the stored one, which is not changed. `bytes`: of the larger one. */
  update(
    resource: StoredResource,
    object: ApiObject,
    old: ApiObject,
    writer: FieldOwner,
    bytes?: number,
  ): Promise<void>;
}
