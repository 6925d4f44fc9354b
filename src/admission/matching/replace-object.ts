import { equalValues } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { badRequest } from '../../api/meta/status.ts';
import { FieldPath, fieldErrorsText } from '../../api/validation/field-errors.ts';
import { validateManagedFields } from '../../api/validation/managed-fields-validation.ts';
import { type AdmissionAttributes, overwrite } from '../plugin.ts';
import type { ResourceVersion } from './resource-version.ts';
import type { VersionedObjects } from './versioned-objects.ts';

/**
 * Puts a changed object, shaped in the version in which a webhook or policy saw it, in the place of the request's.
 * Throws StatusError, and leaves the object as it was, when the change breaks it.
 */
export function replaceObject(
  changed: ApiObject,
  as: ResourceVersion,
  attributes: AdmissionAttributes,
  shown: VersionedObjects,
): void {
  const object = attributes.object!;
  checkNamespace(changed, object);
  keepOwners(changed, object, attributes);
  overwrite(object, shown.toStored(changed, as));
  shown.forget();
}

/** Authorization was for this namespace, and the object is kept there whatever it says. */
function checkNamespace({ metadata: changed }: ApiObject, { metadata }: ApiObject): void {
  if ((changed?.namespace ?? '') === (metadata?.namespace ?? '')) return;
  throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
}

/** Keeps the old managedFields when a change has made them unreadable. */
function keepOwners(
  { metadata: changed }: ApiObject,
  { metadata }: ApiObject,
  { warn }: AdmissionAttributes,
): void {
  const owners = changed?.managedFields;
  if (owners === undefined || equalValues(owners, metadata.managedFields)) return;
  const problems = validateManagedFields(owners, FieldPath.of('metadata', 'managedFields'));
  if (problems.length === 0) return;
  if (metadata.managedFields === undefined) delete changed.managedFields;
  else changed.managedFields = metadata.managedFields;
  warn(
    '.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating ' +
      `admission controller; please fix your requests: ${fieldErrorsText(problems)}`,
  );
}
