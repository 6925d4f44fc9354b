import type { ApiObject } from '../../../../api/meta/metadata.ts';
import type { NetworkingV1IPAddress } from '../../../../api/schema/types.gen.ts';

/** A fault that the repair found of a Service or of the object of an address. */
export interface AddressFinding {
  reason: string;
  action: string;
  note: string;
  /** The kind, group version and metadata of the object. */
  regarding: { kind: string; apiVersion: string; metadata: ApiObject['metadata'] };
  address: string;
}

type ServiceReason =
  | 'ClusterIPNotValid'
  | 'ClusterIPOutOfRange'
  | 'ClusterIPNotAllocated'
  | 'ClusterIPWrongReference'
  | 'ClusterIPAlreadyAllocated';

const serviceNotes: Record<ServiceReason, (family: string, address: string, service: string) => string> = {
  ClusterIPNotValid: (_, address) => `Cluster IP ${address} is not a valid IP; please recreate Service`,
  ClusterIPOutOfRange: (family, address) =>
    `Cluster IP [${family}]: ${address} is not within any configured Service CIDR; please recreate service`,
  ClusterIPNotAllocated: (family, address) =>
    `Cluster IP [${family}]: ${address} is not allocated; repairing`,
  ClusterIPWrongReference: (family, address, service) =>
    `the ClusterIP [${family}]: ${address} for Service ${service} has a wrong reference; repairing`,
  ClusterIPAlreadyAllocated: (family, address) =>
    `Cluster IP [${family}]:${address} was assigned to multiple services; please recreate service`,
};

/** `family` is empty for what is no address. */
export function serviceFinding(
  reason: ServiceReason,
  { metadata }: ApiObject,
  address: string,
  family: string,
): AddressFinding {
  const note = serviceNotes[reason](family, address, `${metadata.namespace}/${metadata.name}`);
  return {
    reason: reason === 'ClusterIPWrongReference' ? 'ClusterIPNotAllocated' : reason,
    action: reason === 'ClusterIPNotValid' ? 'ClusterIPValidation' : 'ClusterIPAllocation',
    note,
    regarding: { kind: 'Service', apiVersion: 'v1', metadata },
    address,
  };
}

type AddressReason = 'Leaked' | 'Modified' | 'WrongReference';

const addressNotes: Record<AddressReason, (address: string, service: string) => string> = {
  Leaked: (address, service) =>
    `IPAddress: ${address} for Service ${service} appears to have leaked: cleaning up`,
  Modified: (address, service) =>
    `IPAddress ${address} appears to have been modified, not referencing a Service ${service}: cleaning up`,
  WrongReference: (address, service) =>
    `IPAddress: ${address} for Service ${service} has a wrong reference; cleaning up`,
};

/** `apiVersion`: of the objects of addresses. */
export function addressFinding(
  reason: AddressReason,
  { metadata, spec }: NetworkingV1IPAddress,
  apiVersion: string,
): AddressFinding {
  const { name: address = '' } = metadata;
  const { namespace = '', name = '' } = spec?.parentRef ?? {};
  return {
    reason: reason === 'WrongReference' ? 'IPAddressWrongReference' : 'IPAddressNotAllocated',
    action: 'IPAddressAllocation',
    note: addressNotes[reason](address, `${namespace}/${name}`),
    regarding: { kind: 'IPAddress', apiVersion, metadata: metadata as ApiObject['metadata'] },
    address,
  };
}
