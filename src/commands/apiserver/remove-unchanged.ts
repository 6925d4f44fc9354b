import type { ApiObject } from '../../api/meta/metadata.ts';
import { isStatus } from '../../registry/storage-errors.ts';
import type { RegistryParts } from './registry-parts.ts';

/** Deletes an object, of a type `<plural>.<group>`, that is as it was seen. What is not kept at this release is passed over. */
export const removeUnchanged =
  ({ resources, deleter }: Pick<RegistryParts, 'resources' | 'deleter'>) =>
  async (
    type: string,
    {
      namespace = '',
      name = '',
      resourceVersion,
    }: Pick<ApiObject['metadata'], 'namespace' | 'name' | 'resourceVersion'>,
  ): Promise<void> => {
    const resource = resources.stored.get(type);
    if (resource === undefined) return;
    const preconditions = { resourceVersion: resourceVersion! };
    await deleter.delete(resource, namespace, name, { preconditions }, false).catch((error: unknown) => {
      // Changed, or removed by another server.
      if (!isStatus(error, 404) && !isStatus(error, 409)) throw error;
    });
  };
