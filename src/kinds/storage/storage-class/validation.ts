import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import { isSentEmpty } from '../../../api/json/sent-empty.ts';
import type { StorageV1StorageClass } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { validateOneOf } from '../../shared/field-checks.ts';
import { validateParameters, validateProvisioner } from '../../shared/provisioner-validation.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { validateTopologies } from './topologies.ts';

export function validateStorageClass(storage: StorageV1StorageClass): FieldError[] {
  return [
    ...validateProvisioner(storage.provisioner, FieldPath.of('provisioner')),
    ...validateParameters(storage.parameters ?? {}, FieldPath.of('parameters')),
    ...validateOneOf(storage.reclaimPolicy || undefined, FieldPath.of('reclaimPolicy'), ['Delete', 'Retain']),
    ...validateOneOf(storage.volumeBindingMode, FieldPath.of('volumeBindingMode'), [
      'Immediate',
      'WaitForFirstConsumer',
    ]),
    ...validateTopologies(storage.allowedTopologies ?? [], FieldPath.of('allowedTopologies')),
  ];
}

const immutableFields = ['parameters', 'provisioner', 'reclaimPolicy'] as const;

/** Immutable fields: pending claims depend on what the class said when they were created. */
export const storageClassUpdate = (gates: FeatureGates) => {
  const refuse = gates.isIn('1.36')
    ? (field: string, value: unknown) => invalid(field, value, 'field is immutable')
    : (field: string) => forbidden(field, `updates to ${field} are forbidden.`);
  return (storage: StorageV1StorageClass, old: StorageV1StorageClass): FieldError[] => [
    ...validateStorageClass(storage),
    ...immutableFields
      .filter((field) => !equalValues(storage[field], old[field]))
      .map((field) => refuse(field, storage[field] ?? (isSentEmpty(storage, field) ? {} : undefined))),
    ...unchanged(storage.volumeBindingMode, old.volumeBindingMode, FieldPath.of('volumeBindingMode')),
  ];
};
