import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type {
  CoreV1EndpointAddress,
  CoreV1EndpointPort,
  CoreV1EndpointSubset,
  CoreV1Endpoints,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Label, nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { AddressRules } from '../../shared/addresses/address-rules.ts';
import { validateNonSpecialAddress } from '../../shared/addresses/addresses.ts';
import { validateAppProtocol, validatePortNumber, validateProtocol } from '../../shared/addresses/ports.ts';

const path = FieldPath.of('subsets');

/** From this release on an update is not held to what the stored object was like already. */
const ratchetedSince = '1.33';

export function endpointsValidation(gates: FeatureGates) {
  const rules = new AddressRules(gates);
  const validate = ({ subsets = [] }: CoreV1Endpoints, kept: readonly string[] = []): FieldError[] =>
    validateEach(subsets, (subset, index) => validateSubset(subset, path.index(index), { rules, kept }));
  return {
    validateCreate: (endpoints: CoreV1Endpoints) => validate(endpoints),
    validateUpdate: (endpoints: CoreV1Endpoints, old: CoreV1Endpoints) =>
      gates.isIn(ratchetedSince) && equalValues(endpoints.subsets, old.subsets)
        ? []
        : validate(endpoints, addressesOf(old)),
  };
}

const addressesOf = ({ subsets = [] }: CoreV1Endpoints): string[] =>
  subsets.flatMap(({ addresses = [], notReadyAddresses = [] }) =>
    [...addresses, ...notReadyAddresses].map(({ ip }) => ip),
  );

interface Addresses {
  rules: AddressRules;
  /** Addresses of the stored object. */
  kept: readonly string[];
}

/** Ports may be missing: a headless service need not have any. */
function validateSubset(
  { addresses = [], notReadyAddresses = [], ports = [] }: CoreV1EndpointSubset,
  path: FieldPath,
  options: Addresses,
): FieldError[] {
  const isWithoutAddress = addresses.length === 0 && notReadyAddresses.length === 0;
  const validateAll = (list: CoreV1EndpointAddress[], listPath: FieldPath) =>
    validateEach(list, (address, index) => validateAddress(address, listPath.index(index), options));
  return [
    ...(isWithoutAddress ? [required(path, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...validateAll(addresses, path.child('addresses')),
    ...validateAll(notReadyAddresses, path.child('notReadyAddresses')),
    ...validateEach(ports, (port, index) =>
      validatePort(port, ports.length > 1, path.child('ports').index(index)),
    ),
  ];
}

function validateAddress(
  address: CoreV1EndpointAddress,
  path: FieldPath,
  { rules, kept }: Addresses,
): FieldError[] {
  const { hostname, nodeName } = address;
  const ipPath = path.child('ip');
  const problems = (field: string, value: string, messages: string[]) =>
    messages.map((message) => invalid(path.child(field), value, message));
  return [
    ...rules.ip(address.ip, ipPath, { kept }, 'must be a valid IP address, (e.g. 10.9.8.7)'),
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
