import { GoText } from '../../api/go-format/go-syntax.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { conflict, type StatusError, staleObjectMessage } from '../../api/meta/status.ts';
import { invalid } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import { relativeKey } from '../../storage/keys.ts';
import { versionOfObject } from '../read/resource-version.ts';
import type { StoredResource } from '../resource.ts';

/**
 * The uid and resourceVersion that an update says are those that it is meant for. `uid`: that of a whole object that a
 * client sent; a patch that says another one changes what is immutable, and repeating it would not help. Throws
 * StatusError.
 */
export function checkUpdatePreconditions(
  resource: StoredResource,
  namespace: string,
  name: string,
  { metadata }: ApiObject,
  old: ApiObject,
  uid: string | undefined,
): void {
  if (uid && uid !== old.metadata.uid)
    throw uidMismatch(resource, namespace, name, uid, old.metadata.uid ?? '');
  const version = versionOfObject(metadata.resourceVersion);
  if (version === undefined) {
    if (!resource.rules.requiresResourceVersion) {
      // Meant for whatever is stored.
      metadata.resourceVersion = old.metadata.resourceVersion!;
      return;
    }
    const none = new GoText('0x0', '0');
    throw invalidObject({ group: resource.type.group, kind: resource.type.resource }, name, [
      invalid('metadata.resourceVersion', none, 'must be specified for an update'),
    ]);
  }
  if (version !== Number(old.metadata.resourceVersion))
    throw conflict(resource.type, name, staleObjectMessage);
}

/** `actual`: "" when there is no object. */
export function uidMismatch(
  resource: StoredResource,
  namespace: string,
  name: string,
  wanted: string,
  actual: string,
): StatusError {
  const key = resource.cache.prefix + relativeKey(namespace, name);
  return conflict(
    resource.type,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ` +
      `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${actual}`,
  );
}
