import { equalValues } from '../../../api/json/json-values.ts';
import type { StorageV1VolumeAttributesClass } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, required } from '../../../api/validation/field-errors.ts';
import { validateParameters, validateProvisioner } from '../../shared/provisioner-validation.ts';

const parametersPath = FieldPath.of('parameters');

export function validateVolumeAttributesClass({
  driverName,
  parameters = {},
}: StorageV1VolumeAttributesClass): FieldError[] {
  return [
    ...validateProvisioner(driverName, FieldPath.of('driverName')),
    ...(Object.keys(parameters).length === 0
      ? [required(parametersPath, 'must contain at least one key/value pair')]
      : validateParameters(parameters, parametersPath)),
  ];
}

/** Nothing of it may change: volumes have been given what it says. */
export function validateVolumeAttributesClassUpdate(
  object: StorageV1VolumeAttributesClass,
  old: StorageV1VolumeAttributesClass,
): FieldError[] {
  const immutableFields = ['driverName', 'parameters'] as const;
  return [
    ...validateVolumeAttributesClass(object),
    ...immutableFields
      .filter((field) => !equalValues(object[field], old[field]))
      .map((field) => forbidden(field, `updates to ${field} are forbidden.`)),
  ];
}
