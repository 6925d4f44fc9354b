import type { ApiObject } from '../../api/meta/metadata.ts';
import type { User } from '../../api/meta/user.ts';
import type { FieldFilter } from '../../api/patch/apply/field-filter.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { StoredResource } from '../resource.ts';

/** The author of a write, as managedFields names it. */
export interface FieldOwner {
  /** Field manager; "" when the client gave no name. */
  manager: string;
  /** Undefined for the server itself. */
  user?: User | undefined;
  /** Version in which it writes the kind. */
  apiVersion: string;
  /** Through which it writes; "" for the main resource. */
  subresource: string;
  /** The fields that the manager can own; the write resets all other fields. */
  filter: FieldFilter;
}

/**
 * Keeps `metadata.managedFields`. Sees objects as their writers sent them, in the stored version with defaults, before
 * admission and the strategy of the kind, whose additions have no owner. Never rejects a write: on an error
 * managedFields stay as they are stored.
 */
export interface FieldManager {
  /** Sets managedFields of a new object. */
  create(resource: StoredResource, object: ApiObject, writer: FieldOwner, pacer?: Pacer): Promise<void>;
  /** Sets managedFields of the object after a change from the stored one, which is not changed. */
  update(
    resource: StoredResource,
    object: ApiObject,
    old: ApiObject,
    writer: FieldOwner,
    pacer?: Pacer,
  ): Promise<void>;
}
