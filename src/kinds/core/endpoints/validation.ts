import type {
  CoreV1EndpointAddress,
  CoreV1EndpointPort,
  CoreV1EndpointSubset,
  CoreV1Endpoints,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Label, ip, nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateNonSpecialAddress } from '../../shared/addresses/addresses.ts';
import { validateAppProtocol, validatePortNumber, validateProtocol } from '../../shared/addresses/ports.ts';

export function validateEndpoints({ subsets = [] }: CoreV1Endpoints): FieldError[] {
  const path = FieldPath.of('subsets');
  return validateEach(subsets, (subset, index) => validateSubset(subset, path.index(index)));
}

/** Ports may be missing: a headless service need not have any. */
function validateSubset(
  { addresses = [], notReadyAddresses = [], ports = [] }: CoreV1EndpointSubset,
  path: FieldPath,
): FieldError[] {
  const isWithoutAddress = addresses.length === 0 && notReadyAddresses.length === 0;
  const validateAll = (list: CoreV1EndpointAddress[], listPath: FieldPath) =>
    validateEach(list, (address, index) => validateAddress(address, listPath.index(index)));
  return [
    ...(isWithoutAddress ? [required(path, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...validateAll(addresses, path.child('addresses')),
    ...validateAll(notReadyAddresses, path.child('notReadyAddresses')),
    ...validateEach(ports, (port, index) =>
      validatePort(port, ports.length > 1, path.child('ports').index(index)),
    ),
  ];
}

function validateAddress(address: CoreV1EndpointAddress, path: FieldPath): FieldError[] {
  const { hostname, nodeName } = address;
  const ipPath = path.child('ip');
  const problems = (field: string, value: string, messages: string[]) =>
    messages.map((message) => invalid(path.child(field), value, message));
  return [
    ...problems('ip', address.ip, ip(address.ip)),
    ...(hostname ? problems('hostname', hostname, dns1123Label(hostname)) : []),
    ...(nodeName === undefined ? [] : problems('nodeName', nodeName, nameIsDnsSubdomain(nodeName, false))),
    ...validateNonSpecialAddress(address.ip, ipPath),
  ];
}

function validatePort(
  { name, port, protocol, appProtocol }: CoreV1EndpointPort,
  nameNeeded: boolean,
  path: FieldPath,
): FieldError[] {
  const namePath = path.child('name');
  const nameErrors = name
    ? dns1123Label(name).map((message) => invalid(namePath, name, message))
    : nameNeeded
      ? [required(namePath)]
      : [];
  return [
    ...nameErrors,
    ...validatePortNumber(port, path.child('port')),
    ...validateProtocol(protocol, path.child('protocol')),
    ...validateAppProtocol(appProtocol, path.child('appProtocol')),
  ];
}
