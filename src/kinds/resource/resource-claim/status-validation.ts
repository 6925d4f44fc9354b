import { equalValues } from '../../../api/json/json-values.ts';
import type {
  ResourceV1ResourceClaim,
  ResourceV1ResourceClaimConsumerReference,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { shownAllocation } from '../../shared/devices/internal-form.ts';
import { validateSet } from '../../shared/devices/lists.ts';
import type { DeviceRules } from '../../shared/devices/options.ts';
import { requireText } from '../../shared/field-checks.ts';
import { validateAllocation } from './allocation.ts';
import { validateDevices } from './device-status.ts';

const statusPath = FieldPath.of('status');
const maxConsumers = 256;

/** Validates what a claim was given, and who may use it. */
export function validateStatus(
  claim: ResourceV1ResourceClaim,
  old: ResourceV1ResourceClaim,
  rules: DeviceRules,
): FieldError[] {
  const { allocation, reservedFor } = claim.status;
  const errors = validateSet(
    reservedFor,
    maxConsumers,
    statusPath.child('reservedFor'),
    validateConsumer,
    ({ uid }) => uid,
  );
  errors.push(...validateDevices(claim, statusPath.child('devices')));
  if (reservedFor?.length) errors.push(...validateReservation(claim, old));
  const path = statusPath.child('allocation');
  const before = old.status.allocation;
  if (before !== undefined && allocation !== undefined) {
    if (!equalValues(allocation, before))
      errors.push(invalid(path, shownAllocation(allocation), 'field is immutable'));
  } else if (allocation !== undefined) {
    errors.push(...validateAllocation(allocation, path, claim.spec.devices, rules));
  }
  return errors;
}

const validateConsumer = (
  { resource, name, uid }: ResourceV1ResourceClaimConsumerReference,
  path: FieldPath,
): FieldError[] => [
  ...requireText(resource, path, 'resource'),
  ...requireText(name, path, 'name'),
  ...requireText(uid, path, 'uid'),
];

function validateReservation(claim: ResourceV1ResourceClaim, old: ResourceV1ResourceClaim): FieldError[] {
  const path = statusPath.child('reservedFor');
  const { allocation, reservedFor = [] } = claim.status;
  if (allocation === undefined) return [forbidden(path, 'may not be specified when `allocated` is not set')];
  if (claim.metadata.deletionTimestamp === undefined) return [];
  const before = new Set((old.status.reservedFor ?? []).map(({ uid }) => uid));
  const text = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
  return reservedFor.every(({ uid }) => before.has(uid)) ? [] : [forbidden(path, text)];
}
