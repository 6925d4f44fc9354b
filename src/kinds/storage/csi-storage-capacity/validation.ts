import type { StorageV1beta1CSIStorageCapacity } from '../../../api/schema/types.gen.ts';
import { validateLabelSelectorObject } from '../../../api/selectors/label-selector.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { reportTwice } from '../../shared/report-twice.ts';
import { validateNonNegative } from '../../shared/resources/validation.ts';
import { unchanged, unchangedSelector } from '../../shared/unchanged.ts';

const classPath = FieldPath.of('storageClassName');
const topologyPath = FieldPath.of('nodeTopology');

export const validateCsiStorageCapacityCreate = (capacity: StorageV1beta1CSIStorageCapacity): FieldError[] =>
  reportTwice(validateCsiStorageCapacity(capacity));

/** `maximumVolumeSize` is not validated. */
function validateCsiStorageCapacity({
  nodeTopology,
  storageClassName,
  capacity,
}: StorageV1beta1CSIStorageCapacity): FieldError[] {
  return [
    ...validateLabelSelectorObject(nodeTopology, topologyPath),
    ...invalidEach(classPath, storageClassName, dns1123Subdomain(storageClassName)),
    ...(capacity === undefined ? [] : validateNonNegative(capacity, FieldPath.of('capacity'))),
  ];
}

/** Topology and class, which the driver was asked about, are immutable; the capacities may change. */
export function validateCsiStorageCapacityUpdate(
  capacity: StorageV1beta1CSIStorageCapacity,
  old: StorageV1beta1CSIStorageCapacity,
): FieldError[] {
  return [
    ...validateCsiStorageCapacity(capacity),
    ...unchangedSelector(capacity.nodeTopology, old.nodeTopology, topologyPath),
    ...unchanged(capacity.storageClassName, old.storageClassName, classPath),
  ];
}
