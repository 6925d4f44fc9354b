import { Normalizer } from '../../api/codec/normalizer.ts';
import type { ApiObject, ObjectMeta } from '../../api/meta/metadata.ts';
import { apiVersionOf } from '../../api/schema/schema.ts';
import type { StoredResource } from '../resource.ts';

/** An object without what says its type: that follows from where it is put. */
export type Content = { metadata: ObjectMeta & { name: string } } & Record<string, unknown>;

/** In the shape that rules rely on, with defaults. `unknown`: takes the paths of fields that there are not. */
export function complete(
  { definition, rules }: StoredResource,
  content: Content,
  unknown?: string[],
): ApiObject {
  const shaped = new Normalizer(unknown).normalize(content, definition.schema);
  const object = { kind: definition.kind, apiVersion: apiVersionOf(definition), ...shaped } as ApiObject;
  definition.filled?.fill(object);
  rules.applyDefaults?.(object);
  return object;
}
