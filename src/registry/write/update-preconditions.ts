import { GoText } from '../../api/go-format/go-syntax.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { conflict, type GroupResource, type StatusError, staleObjectMessage } from '../../api/meta/status.ts';
import { invalid } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import { relativeKey } from '../../storage/keys.ts';
import { versionOfObject } from '../read/resource-version.ts';
import type { StoredResource } from '../resource.ts';

/** The object that a write is about, and the version that the request speaks: undefined when the server writes. */
export interface WritePlace {
  namespace: string;
  name: string;
  apiVersion: string | undefined;
  /** Beginning of the key in the store that messages leave out. */
  hiddenPrefix: string;
}

/** The ways in which an update says that its object is not the one that it is meant for. */
export interface UpdatePreconditionRules {
  /** Keys of the store begin with it, and messages leave it out for a dry run, which does not get to the store. */
  storePrefix: string;
  /** Whether it says that there is no object whichever uid it is meant for, unless it could create one: since 1.34. */
  missesFirst: boolean;
}

/**
 * The uid and resourceVersion that an update says are those that it is meant for. `uid`: that of a whole object that a
 * client sent; a patch that says another one changes what is immutable, and repeating it would not help. Throws
 * StatusError.
 */
export function checkUpdatePreconditions(
  resource: StoredResource,
  place: WritePlace,
  { metadata }: ApiObject,
  old: ApiObject,
  uid: string | undefined,
): void {
  const { name, apiVersion } = place;
  if (uid && uid !== old.metadata.uid) throw uidMismatch(resource, place, uid, old.metadata.uid ?? '');
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
    throw conflict(typeIn(resource, apiVersion), name, staleObjectMessage);
}

/** The resource type as a request calls it that speaks another group than the stored one's. */
function typeIn({ type, rules }: StoredResource, apiVersion: string | undefined): GroupResource {
  const isNamed = apiVersion !== undefined && rules.namesOwnGroups && apiVersion.includes('/');
  return isNamed ? { ...type, group: apiVersion.slice(0, apiVersion.indexOf('/')) } : type;
}

/** `actual`: "" when there is no object. */
export function uidMismatch(
  resource: StoredResource,
  { namespace, name, apiVersion, hiddenPrefix }: WritePlace,
  wanted: string,
  actual: string,
): StatusError {
  const key = (resource.cache.prefix + relativeKey(namespace, name)).slice(hiddenPrefix.length);
  return conflict(
    typeIn(resource, apiVersion),
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ` +
      `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${actual}`,
  );
}
