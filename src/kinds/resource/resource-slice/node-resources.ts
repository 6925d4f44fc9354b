import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  ResourceV1DeviceCapacity,
  ResourceV1NodeAllocatableResourceMapping,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, notFound } from '../../../api/validation/field-errors.ts';
import { parseQuantity } from '../../../api/values/quantity.ts';
import { isNativeResource } from '../../shared/resources/names.ts';

/** Validates the amounts of the node's resources that go with a device. */
export function validateMapping(
  resource: string,
  { capacityKey, allocationMultiplier }: ResourceV1NodeAllocatableResourceMapping,
  path: FieldPath,
  capacity: Readonly<Record<string, ResourceV1DeviceCapacity>>,
  dialect: Dialect,
): FieldError[] {
  const errors = isNativeResource(resource, dialect)
    ? []
    : [invalid(path, resource, 'must be a node allocatable resource name')];
  if (capacityKey === undefined && allocationMultiplier === undefined)
    errors.push(invalid(path, '', 'at least one of allocationMultiplier or capacityKey must be set'));
  if (allocationMultiplier !== undefined && parseQuantity(allocationMultiplier).sign() <= 0)
    errors.push(invalid(path.child('allocationMultiplier'), allocationMultiplier, 'must be positive'));
  if (capacityKey === undefined) return errors;
  const keyPath = path.child('capacityKey');
  if (capacityKey === '')
    errors.push(invalid(keyPath, capacityKey, 'capacityKey must not be an empty string'));
  else if (!Object.hasOwn(capacity, capacityKey)) errors.push(notFound(keyPath, capacityKey));
  return errors;
}
