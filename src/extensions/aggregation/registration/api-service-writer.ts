import { copyJson } from '../../../api/codec/copy-json.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { StoredResource } from '../../../registry/resource.ts';
import { isStatus } from '../../../registry/storage-errors.ts';
import type { Deleter } from '../../../registry/write/deleter.ts';
import type { SystemObjects } from '../../../registry/write/system-objects.ts';
import type { ApiServiceWriter } from './registration-controller.ts';

/** Writes APIServices to the store. `resource`: theirs. */
export function apiServiceWriter(
  objects: SystemObjects,
  deleter: Deleter,
  resource: StoredResource,
): ApiServiceWriter {
  const type = `${resource.definition.plural}.${resource.definition.group}`;
  return {
    create: (name, labels, spec) => objects.create(type, '', { metadata: { name, labels }, spec }),
    setSpec: (name, spec) =>
      objects.alter(type, '', name, (object) => {
        if (equalValues(object['spec'], spec)) return false;
        object['spec'] = copyJson(spec);
        return true;
      }),
    async delete(name, uid) {
      await deleter.delete(resource, '', name, { preconditions: { uid } }, false).catch((error) => {
        // Another client has written it meanwhile, or another object in its place.
        if (!isStatus(error, 404) && !isStatus(error, 409)) throw error;
      });
    },
  };
}
