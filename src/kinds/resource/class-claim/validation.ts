import { equalValues } from '../../../api/json/json-values.ts';
import type {
  ResourceV1alpha2AllocationResult,
  ResourceV1alpha2ResourceClaim,
  ResourceV1alpha2ResourceHandle,
} from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { repetitions } from '../../../api/validation/repetitions.ts';
import { validateList } from '../../shared/devices/lists.ts';
import { validateDriver } from '../../shared/devices/names.ts';
import { invalidEach, requireText } from '../../shared/field-checks.ts';
import { validateNodeSelector } from '../../shared/node-selector-validation.ts';
import { unchanged } from '../../shared/unchanged.ts';

type Claim = ResourceV1alpha2ResourceClaim;

const statusPath = FieldPath.of('status');
const maxConsumers = 32;
const maxHandles = 32;
const maxHandleBytes = 16 * 1024;

/** Validates what a claim was given, and who may use it. */
export function validateClassStatus(claim: Claim, old: Claim): FieldError[] {
  const { driverName, allocation, deallocationRequested } = claim.status;
  const driverPath = statusPath.child('driverName');
  return [
    ...(driverName ? validateDriver(driverName, driverPath) : []),
    ...(allocation !== undefined && !driverName
      ? [required(driverPath, 'must be specified when `allocation` is set')]
      : []),
    ...validateConsumers(claim, old),
    ...(allocation !== undefined && old.status.allocation === undefined
      ? validateAllocation(allocation, statusPath.child('allocation'))
      : []),
    ...(allocation !== undefined && old.status.allocation !== undefined
      ? unchanged(allocation, old.status.allocation, statusPath.child('allocation'))
      : []),
    ...(equalValues(deallocationRequested, old.status.deallocationRequested)
      ? []
      : validateDeallocation(claim, old)),
  ];
}

function validateConsumers({ status, metadata }: Claim, old: Claim): FieldError[] {
  const path = statusPath.child('reservedFor');
  const { reservedFor = [], allocation, deallocationRequested } = status;
  const isRepeated = repetitions(reservedFor.map(({ uid }) => uid));
  const before = new Set((old.status.reservedFor ?? []).map(({ uid }) => uid));
  const isNew = reservedFor.some(({ uid }) => !before.has(uid));
  const isEnding = deallocationRequested || metadata.deletionTimestamp !== undefined;
  const busy = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
  const isTaken = allocation !== undefined && !allocation.shareable && reservedFor.length > 1;
  return [
    ...validateList(reservedFor, maxConsumers, path, ({ resource, name, uid }, own, index) => [
      ...requireText(resource, own, 'resource'),
      ...requireText(name, own, 'name'),
      ...requireText(uid, own, 'uid'),
      ...(isRepeated(index) ? [duplicate(own.child('uid'), uid)] : []),
    ]),
    ...(reservedFor.length > 0 && allocation === undefined
      ? [forbidden(path, 'may not be specified when `allocated` is not set')]
      : []),
    ...(isTaken ? [forbidden(path, 'may not be reserved more than once')] : []),
    ...(isNew && isEnding ? [forbidden(path, busy)] : []),
  ];
}

function validateAllocation(
  { resourceHandles, availableOnNodes: nodes }: ResourceV1alpha2AllocationResult,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateList(resourceHandles, maxHandles, path.child('resourceHandles'), validateHandle),
    ...(nodes === undefined ? [] : validateNodeSelector(nodes, path.child('availableOnNodes'))),
  ];
}

function validateHandle(
  { driverName, data = '', structuredData }: ResourceV1alpha2ResourceHandle,
  path: FieldPath,
): FieldError[] {
  return [
    ...(driverName ? invalidEach(path.child('driverName'), driverName, dns1123Subdomain(driverName)) : []),
    ...(Buffer.byteLength(data) > maxHandleBytes ? [tooLong(path.child('data'), maxHandleBytes)] : []),
    ...(data !== '' && structuredData !== undefined
      ? [invalid(path, null, 'data and structuredData are mutually exclusive')]
      : []),
  ];
}

/** The resource is asked back only when nobody uses it, and then it goes. */
function validateDeallocation({ status }: Claim, old: Claim): FieldError[] {
  const path = statusPath.child('deallocationRequested');
  if (!status.deallocationRequested)
    return old.status.deallocationRequested && status.allocation !== undefined
      ? [forbidden(path, 'may not be cleared when `allocation` is set')]
      : [];
  return [
    ...(status.reservedFor?.length
      ? [forbidden(path, 'deallocation cannot be requested while `reservedFor` is set')]
      : []),
    ...(status.allocation === undefined
      ? [forbidden(statusPath, '`allocation` must be set when `deallocationRequested` is set')]
      : []),
  ];
}
