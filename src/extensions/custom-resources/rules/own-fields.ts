import type { ApiObject } from '../../../api/meta/metadata.ts';

/** Everything but type and metadata: the schema of the definition neither defaults nor prunes them. */
export function ownFields(object: ApiObject): Record<string, unknown> {
  const { kind: _kind, apiVersion: _apiVersion, metadata: _metadata, ...fields } = object;
  return fields;
}
