import { type FieldError, FieldPath } from '../../../api/machinery/field-errors.ts';
import { validateLabelSelectorObject } from '../../../api/machinery/label-selector.ts';
import { dns1123Subdomain } from '../../../api/machinery/names.ts';
import type { StorageV1beta1CSIStorageCapacity } from '../../../api/schema/types.gen.ts';
import { eachFault } from '../../shared/each-fault.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { validateNonNegative } from '../../shared/resources/validation.ts';
import { unchanged } from '../../shared/workload/same-value.ts';

const classPath = FieldPath.of('storageClassName');
const topologyPath = FieldPath.of('nodeTopology');

export function validateCsiStorageCapacity(capacity: StorageV1beta1CSIStorageCapacity): FieldError[] {
  const { storageClassName } = capacity;
  return [
    ...validateLabelSelectorObject(capacity.nodeTopology, topologyPath),
    ...invalidEach(classPath, storageClassName, dns1123Subdomain(storageClassName)),
    ...eachFault(['capacity', 'maximumVolumeSize'] as const, (field) => {
      const amount = capacity[field];
      return amount === undefined ? [] : validateNonNegative(amount, FieldPath.of(field));
    }),
  ];
}

/** What the driver was asked for stays; what it answered may change. */
export function validateCsiStorageCapacityUpdate(
  capacity: StorageV1beta1CSIStorageCapacity,
  old: StorageV1beta1CSIStorageCapacity,
): FieldError[] {
  return [
    ...validateCsiStorageCapacity(capacity),
    ...unchanged(capacity.nodeTopology, old.nodeTopology, topologyPath),
    ...unchanged(capacity.storageClassName, old.storageClassName, classPath),
  ];
}
