import type { ApiObject } from '../../api/meta/metadata.ts';
import { isStatus } from '../../registry/storage-errors.ts';

/**
 * Writes an object, and once more without its managedFields when it was too large for the store with them: they may be as
 * large as the rest, and the object can do without.
 */
export async function retryWithoutManagedFields<T>(
  write: (skipsManagedFields: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await write(false);
  } catch (error) {
    if (!isStatus(error, 413)) throw error;
    return write(true);
  }
}

/** The object to write: itself, or a copy without its managedFields. */
export function withoutManagedFieldsIf(skipsManagedFields: boolean, object: ApiObject): ApiObject {
  if (!skipsManagedFields) return object;
  return { ...object, metadata: { ...object.metadata, managedFields: undefined } };
}
