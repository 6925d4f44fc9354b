import type {
  ResourceV1AllocatedDeviceStatus,
  ResourceV1ResourceClaim,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, tooLong } from '../../../api/validation/field-errors.ts';
import { parseCidr } from '../../shared/addresses/addresses.ts';
import { validateConditions } from '../../shared/condition-validation.ts';
import { validateData } from '../../shared/devices/configuration.ts';
import { shownDeviceKey } from '../../shared/devices/internal-form.ts';
import { validateSet } from '../../shared/devices/lists.ts';
import { validateDriver, validateLabel, validatePool, validateShareId } from '../../shared/devices/names.ts';

const maxConditions = 8;
const maxInterfaceName = 256;
const maxHardwareAddress = 128;
const maxAddresses = 16;
/** Refuses, one by one, devices that are not allocated. */
const maxDevices = Number.POSITIVE_INFINITY;

interface DeviceKey {
  driver: string;
  pool: string;
  device: string;
  shareID?: string;
}

const keyOf = ({ driver, pool, device, shareID }: DeviceKey): string =>
  [driver, pool, device, ...(shareID === undefined ? [] : [shareID])].join('/');

const allocatedDevices = ({ status: { allocation } }: ResourceV1ResourceClaim): ReadonlySet<string> =>
  new Set((allocation?.devices.results ?? []).map(keyOf));

/** Takes away what drivers say of devices that leave the claim now. */
export function dropReleasedDevices(claim: ResourceV1ResourceClaim, old: ResourceV1ResourceClaim): void {
  const present = allocatedDevices(claim);
  const before = allocatedDevices(old);
  const isReleased = (device: DeviceKey): boolean => before.has(keyOf(device)) && !present.has(keyOf(device));
  const { devices } = claim.status;
  if (devices?.some(isReleased)) claim.status.devices = devices.filter((device) => !isReleased(device));
}

export function validateDevices(claim: ResourceV1ResourceClaim, path: FieldPath): FieldError[] {
  const present = allocatedDevices(claim);
  return validateSet(
    claim.status.devices,
    maxDevices,
    path,
    (device, own) => [
      ...validateDevice(device, own),
      ...(present.has(keyOf(device))
        ? []
        : [invalid(own, shownDeviceKey(device), 'must be an allocated device in the claim')]),
    ],
    shownDeviceKey,
  );
}

function validateDevice(
  { driver, pool, device, shareID, conditions, data, networkData }: ResourceV1AllocatedDeviceStatus,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateDriver(driver, path.child('driver')),
    ...validatePool(pool, path.child('pool')),
    ...validateLabel(device, path.child('device')),
    ...(shareID === undefined ? [] : validateShareId(shareID, path.child('shareID'))),
    ...validateConditions(conditions ?? [], path.child('conditions'), maxConditions),
    ...(data === undefined || data === null ? [] : validateData(data, path.child('data'), false)),
    ...(networkData === undefined ? [] : validateNetwork(networkData, path.child('networkData'))),
  ];
}

function validateNetwork(
  {
    interfaceName = '',
    hardwareAddress = '',
    ips,
  }: NonNullable<ResourceV1AllocatedDeviceStatus['networkData']>,
  path: FieldPath,
): FieldError[] {
  return [
    ...(Buffer.byteLength(interfaceName) > maxInterfaceName
      ? [tooLong(path.child('interfaceName'), maxInterfaceName)]
      : []),
    ...(Buffer.byteLength(hardwareAddress) > maxHardwareAddress
      ? [tooLong(path.child('hardwareAddress'), maxHardwareAddress)]
      : []),
    ...validateSet(ips, maxAddresses, path.child('ips'), validateAddress, (address) => address),
  ];
}

const addressText = 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)';

function validateAddress(address: string, path: FieldPath): FieldError[] {
  return parseCidr(address) === undefined ? [invalid(path, address, addressText)] : [];
}
