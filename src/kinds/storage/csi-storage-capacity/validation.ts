import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { StorageV1beta1CSIStorageCapacity } from '../../../api/schema/types.gen.ts';
import { hasLabelValues, validateLabelSelectorObject } from '../../../api/selectors/label-selector.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { reporting } from '../../shared/report-twice.ts';
import { validateNonNegative } from '../../shared/resources/validation.ts';
import { unchanged, unchangedSelector } from '../../shared/unchanged.ts';

const classPath = FieldPath.of('storageClassName');
const topologyPath = FieldPath.of('nodeTopology');

type Capacity = StorageV1beta1CSIStorageCapacity;

/** Errors of new ones were told twice until 1.32. */
export function capacityValidation(gates: FeatureGates) {
  const checksValues = gates.isIn('1.26');
  const report = reporting(gates);
  return {
    validateCreate: (capacity: Capacity): FieldError[] => report(validateCapacity(capacity, checksValues)),
    /** Topology and class, which the driver was asked about, are immutable; the capacities may change. */
    validateUpdate: (capacity: Capacity, old: Capacity): FieldError[] => [
      ...validateCapacity(capacity, checksValues && hasLabelValues(old.nodeTopology)),
      ...unchangedSelector(capacity.nodeTopology, old.nodeTopology, topologyPath),
      ...unchanged(capacity.storageClassName, old.storageClassName, classPath),
    ],
  };
}

/** `maximumVolumeSize` is not validated. */
function validateCapacity(
  { nodeTopology, storageClassName, capacity }: Capacity,
  checksValues: boolean,
): FieldError[] {
  return [
    ...validateLabelSelectorObject(nodeTopology, topologyPath, { checksValues }),
    ...invalidEach(classPath, storageClassName, dns1123Subdomain(storageClassName)),
    ...(capacity === undefined ? [] : validateNonNegative(capacity, FieldPath.of('capacity'))),
  ];
}
