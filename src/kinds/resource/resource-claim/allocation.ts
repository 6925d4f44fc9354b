import type {
  ResourceV1AllocationResult,
  ResourceV1DeviceAllocationConfiguration,
  ResourceV1DeviceClaim,
  ResourceV1DeviceRequestAllocationResult,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateBindingConditions } from '../../shared/devices/binding-conditions.ts';
import { requestNames, validateRequestName, validateRequestNames } from '../../shared/devices/claim-spec.ts';
import { validateConfiguration } from '../../shared/devices/configuration.ts';
import { validateList } from '../../shared/devices/lists.ts';
import { validateDriver, validateLabel, validatePool, validateShareId } from '../../shared/devices/names.ts';
import type { DeviceRules } from '../../shared/devices/options.ts';
import { validateNodeSelector } from '../../shared/node-selector-validation.ts';

const maxResults = 32;
const maxConfigurations = 64;
const sources = ['FromClaim', 'FromClass'];

/** The devices that a claim is given, when it is given them. */
export function validateAllocation(
  { devices, nodeSelector }: ResourceV1AllocationResult,
  path: FieldPath,
  claim: ResourceV1DeviceClaim,
  rules: DeviceRules,
): FieldError[] {
  const names = requestNames(claim);
  const own = path.child('devices');
  return [
    ...validateList(devices.results, maxResults, own.child('results'), (result, at) =>
      validateResult(result, at, names, rules),
    ),
    ...validateList(devices.config, maxConfigurations, own.child('config'), (configuration, at) =>
      validateAllocatedConfiguration(configuration, at, names, rules),
    ),
    ...(nodeSelector === undefined ? [] : validateNodeSelector(nodeSelector, path.child('nodeSelector'))),
  ];
}

function validateResult(
  result: ResourceV1DeviceRequestAllocationResult,
  path: FieldPath,
  names: ReadonlySet<string>,
  rules: DeviceRules,
): FieldError[] {
  const { request, driver, pool, device, shareID } = result;
  return [
    ...validateRequestName(request, path.child('request'), rules, names),
    ...validateDriver(driver, path.child('driver')),
    ...validatePool(pool, path.child('pool')),
    ...validateLabel(device, path.child('device')),
    ...(shareID === undefined ? [] : validateShareId(shareID, path.child('shareID'))),
    ...validateBindingConditions(result, path),
  ];
}

function validateAllocatedConfiguration(
  configuration: ResourceV1DeviceAllocationConfiguration,
  path: FieldPath,
  names: ReadonlySet<string>,
  rules: DeviceRules,
): FieldError[] {
  const { source, requests } = configuration;
  const sourcePath = path.child('source');
  const ofSource = source === '' ? [required(sourcePath)] : [notSupported(sourcePath, source, sources)];
  return [
    ...(sources.includes(source) ? [] : ofSource),
    ...validateRequestNames(requests, path.child('requests'), rules, names),
    ...validateConfiguration(configuration, path, false),
  ];
}
