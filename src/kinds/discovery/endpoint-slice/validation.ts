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
import { dns1123Subdomain, labelValue } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { transportProtocols, validateAppProtocol } from '../../shared/addresses/ports.ts';
import { invalidEach, validateLabelFormat, validateOneOf } from '../../shared/field-checks.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { addressTypes, validateAddress } from './address-validation.ts';

const maxEndpoints = 1000;
const maxAddresses = 100;
const maxPorts = 100;
const maxTopologyLabels = 16;
const maxZones = 8;

const addressTypePath = FieldPath.of('addressType');

export function validateSlice({ addressType, endpoints, ports }: DiscoveryV1EndpointSlice): FieldError[] {
  return [
    ...validateAddressType(addressType),
    ...validateEndpoints(endpoints ?? [], addressType, FieldPath.of('endpoints')),
    ...validatePorts(ports ?? [], FieldPath.of('ports')),
  ];
}

export function validateSliceUpdate(
  slice: DiscoveryV1EndpointSlice,
  old: DiscoveryV1EndpointSlice,
): FieldError[] {
  return [...validateSlice(slice), ...unchanged(slice.addressType, old.addressType, addressTypePath)];
}

function validateAddressType(type: string): FieldError[] {
  if (type === '') return [required(addressTypePath)];
  return addressTypes.includes(type) ? [] : [notSupported(addressTypePath, type, addressTypes)];
}

/** A list that is too long is not validated further. */
function validateEndpoints(
  endpoints: readonly DiscoveryV1Endpoint[],
  addressType: string,
  path: FieldPath,
): FieldError[] {
  if (endpoints.length > maxEndpoints) return [tooMany(path, endpoints.length, maxEndpoints)];
  return validateEach(endpoints, (endpoint, index) => [
    ...validateAddresses(endpoint.addresses ?? [], addressType, path.index(index).child('addresses')),
    ...validateTopology(endpoint, path.index(index)),
  ]);
}

function validateAddresses(addresses: readonly string[], type: string, path: FieldPath): FieldError[] {
  return [
    ...(addresses.length === 0 ? [required(path, 'must contain at least 1 address')] : []),
    ...(addresses.length > maxAddresses ? [tooMany(path, addresses.length, maxAddresses)] : []),
    ...validateEach(addresses, (address, index) => validateAddress(address, type, path.index(index))),
  ];
}

function validateTopology(endpoint: DiscoveryV1Endpoint, path: FieldPath): FieldError[] {
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
    ...(hints === undefined ? [] : validateZones(hints.forZones ?? [], path.child('hints', 'forZones'))),
  ];
}

function validateZones(zones: readonly { name: string }[], path: FieldPath): FieldError[] {
  if (zones.length > maxZones) return [tooMany(path, zones.length, maxZones)];
  const seen = new Set<string>();
  return validateEach(zones, ({ name }, index) => {
    const namePath = path.index(index).child('name');
    const isRepeated = seen.has(name);
    seen.add(name);
    return [
      ...(isRepeated ? [duplicate(namePath, name)] : []),
      ...labelValue(name).map((message) => invalid(namePath, name, message)),
    ];
  });
}

function validatePorts(ports: readonly DiscoveryV1EndpointPort[], path: FieldPath): FieldError[] {
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
