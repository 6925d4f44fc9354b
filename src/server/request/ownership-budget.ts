import type { ApiObject } from '../../api/meta/metadata.ts';
import { isStatus } from '../../registry/storage-errors.ts';

/**
 * A write, and the same once more without the record of who owns which field when the object was too large for the
 * store with it: the record may be as large as the rest, and the object can do without.
 */
export async function retryWithoutManagedFields<T>(write: (withRecord: boolean) => Promise<T>): Promise<T> {
  try {
    return await write(true);
  } catch (error) {
    if (!isStatus(error, 413)) throw error;
    return write(false);
  }
}

/** The object as it is to be written. */
export function skipOwnershipIf(withRecord: boolean, object: ApiObject): ApiObject {
  return withRecord ? object : { ...object, metadata: { ...object.metadata, managedFields: undefined } };
}
