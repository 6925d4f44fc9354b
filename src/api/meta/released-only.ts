import { equalValues } from '../json/json-values.ts';
import type { ApiObject } from './metadata.ts';

/** Whether only finalizers and owner references change, as garbage collection does; or nothing at all. */
export const isReleasedOnly = (object: ApiObject, old: ApiObject): boolean =>
  equalValues(withoutReleases(object), withoutReleases(old));

function withoutReleases({ metadata, ...others }: ApiObject): unknown {
  const {
    ownerReferences: _owners,
    finalizers: _finalizers,
    managedFields: _fields,
    resourceVersion: _version,
    ...stays
  } = metadata;
  return { ...others, metadata: stays };
}
