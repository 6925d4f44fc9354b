import type { ObjectMeta } from '../../api/meta/metadata.ts';
import { isConflict, isNotFound } from '../../client/api/api-error.ts';
import type { DeleteOptions, ResourceClient } from '../../client/api/resource-client.ts';

/**
 * Deletes this very object. Whether it did: not when the object is gone, or another one of the same name has its place,
 * or it does not meet further preconditions. Rejects with any other error.
 */
export async function deleteSame<T>(
  api: ResourceClient<T>,
  { namespace = '', name = '', uid = '' }: Pick<ObjectMeta, 'name' | 'namespace' | 'uid'>,
  options: DeleteOptions = {},
): Promise<boolean> {
  try {
    await api.delete(namespace, name, { ...options, preconditions: { ...options.preconditions, uid } });
    return true;
  } catch (error) {
    if (isNotFound(error) || isConflict(error)) return false;
    throw error;
  }
}
