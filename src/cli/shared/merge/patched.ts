import type { JsonMap } from '../../../api/json/json-values.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { applyMergePatch } from '../../../api/patch/merge-patch.ts';
import { applyStrategicPatch } from '../../../api/patch/strategic/strategic-patch.ts';
import type { StructSchema } from '../../../api/schema/schema.ts';

/** The object after a patch: a strategic one with a schema, a merge patch without. */
export function patched(object: ApiObject, patch: JsonMap, schema?: StructSchema): ApiObject {
  const result =
    schema === undefined ? applyMergePatch(object, patch) : applyStrategicPatch(object, patch, schema);
  return result as ApiObject;
}
