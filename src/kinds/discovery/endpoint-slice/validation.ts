import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type {
  DiscoveryV1Endpoint,
  DiscoveryV1EndpointPort,
  DiscoveryV1EndpointSlice,
} from '../../../api/schema/types.gen.ts';
import { validateLabels } from '../../../api/selectors/label-selector.ts';
import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
  tooMany,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, labelValue, type NameCheck } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { transportProtocols, validateAppProtocol } from '../../shared/addresses/ports.ts';
import { invalidEach, validateLabelFormat, validateOneOf } from '../../shared/field-checks.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { addressTypes, addressValidation, type ValidateAddress } from './address-validation.ts';

const maxEndpoints = 1000;
const maxAddresses = 100;
const maxTopologyLabels = 16;
const maxHints = 8;

const addressTypePath = FieldPath.of('addressType');

/** From this release on endpoints that stay as they are are not looked at again. */
const ratchetedSince = '1.33';

export function sliceValidation(gates: FeatureGates) {
  const rules: Rules = {
    address: addressValidation(gates),
    hasNodeHints: gates.isOn('PreferSameTrafficDistribution'),
    maxPorts: gates.isIn('1.24') ? 20_000 : 100,
  };
  const isKept = (slice: DiscoveryV1EndpointSlice, old: DiscoveryV1EndpointSlice): boolean =>
    gates.isIn(ratchetedSince) && equalValues(slice.endpoints, old.endpoints);
  return {
    validateCreate: (slice: DiscoveryV1EndpointSlice) => validateSlice(slice, rules),
    validateUpdate: (slice: DiscoveryV1EndpointSlice, old: DiscoveryV1EndpointSlice) => [
      ...validateSlice(slice, rules, isKept(slice, old)),
      ...unchanged(slice.addressType, old.addressType, addressTypePath),
    ],
  };
}

interface Rules {
  address: ValidateAddress;
  /** Whether hints may name nodes. */
  hasNodeHints: boolean;
  maxPorts: number;
}

function validateSlice(
  { addressType, endpoints, ports }: DiscoveryV1EndpointSlice,
  rules: Rules,
  keepsEndpoints = false,
): FieldError[] {
  return [
    ...validateAddressType(addressType),
    ...(keepsEndpoints ? [] : validateEndpoints(endpoints ?? [], addressType, rules)),
    ...validatePorts(ports ?? [], FieldPath.of('ports'), rules),
  ];
}

function validateAddressType(type: string): FieldError[] {
  if (type === '') return [required(addressTypePath)];
  return addressTypes.includes(type) ? [] : [notSupported(addressTypePath, type, addressTypes)];
}

/** A list that is too long is not validated further. */
function validateEndpoints(
  endpoints: readonly DiscoveryV1Endpoint[],
  addressType: string,
  rules: Rules,
): FieldError[] {
  const path = FieldPath.of('endpoints');
  if (endpoints.length > maxEndpoints) return [tooMany(path, endpoints.length, maxEndpoints)];
  return validateEach(endpoints, (endpoint, index) => [
    ...validateAddresses(endpoint.addresses ?? [], addressType, path.index(index).child('addresses'), rules),
    ...validateTopology(endpoint, path.index(index), rules),
  ]);
}

function validateAddresses(
  addresses: readonly string[],
  type: string,
  path: FieldPath,
  rules: Rules,
): FieldError[] {
  return [
    ...(addresses.length === 0 ? [required(path, 'must contain at least 1 address')] : []),
    ...(addresses.length > maxAddresses ? [tooMany(path, addresses.length, maxAddresses)] : []),
    ...validateEach(addresses, (address, index) => rules.address(address, type, path, index)),
  ];
}

function validateTopology(
  endpoint: DiscoveryV1Endpoint,
  path: FieldPath,
  { hasNodeHints }: Rules,
): FieldError[] {
  const { nodeName, deprecatedTopology = {}, hostname, hints } = endpoint;
  const topologyPath = path.child('deprecatedTopology');
  const labels = Object.keys(deprecatedTopology).length;
  return [
    ...(nodeName === undefined
      ? []
      : invalidEach(path.child('nodeName'), nodeName, dns1123Subdomain(nodeName))),
    ...(labels > maxTopologyLabels ? [tooMany(topologyPath, labels, maxTopologyLabels)] : []),
    ...validateLabels(deprecatedTopology, topologyPath),
    ...(hostname === undefined ? [] : validateLabelFormat(hostname, path.child('hostname'))),
    ...(hints === undefined
      ? []
      : validateHints(hints.forZones ?? [], path.child('hints', 'forZones'), labelValue)),
    ...(hasNodeHints && hints !== undefined
      ? validateHints(hints.forNodes ?? [], path.child('hints', 'forNodes'), dns1123Subdomain)
      : []),
  ];
}

function validateHints(hints: readonly { name: string }[], path: FieldPath, check: NameCheck): FieldError[] {
  if (hints.length > maxHints) return [tooMany(path, hints.length, maxHints)];
  const seen = new Set<string>();
  return validateEach(hints, ({ name }, index) => {
    const namePath = path.index(index).child('name');
    const isRepeated = seen.has(name);
    seen.add(name);
    return [
      ...(isRepeated ? [duplicate(namePath, name)] : []),
      ...check(name).map((message) => invalid(namePath, name, message)),
    ];
  });
}

function validatePorts(
  ports: readonly DiscoveryV1EndpointPort[],
  path: FieldPath,
  { maxPorts }: Rules,
): FieldError[] {
  if (ports.length > maxPorts) return [tooMany(path, ports.length, maxPorts)];
  const seen = new Set<string>();
  return validateEach(ports, ({ name = '', protocol, appProtocol }, index) => {
    const own = path.index(index);
    const isRepeated = seen.has(name);
    seen.add(name);
    return [
      ...(name === '' ? [] : validateLabelFormat(name, own.child('name'))),
      ...(isRepeated ? [duplicate(own.child('name'), name)] : []),
      // "" is invalid, unlike in a Service: a missing protocol has been defaulted to TCP.
      ...validateOneOf(protocol, own.child('protocol'), transportProtocols),
      ...validateAppProtocol(appProtocol, own.child('appProtocol')),
    ];
  });
}
