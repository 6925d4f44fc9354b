import { goStruct } from '../../../api/go-format/go-syntax.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { NetworkingV1IPAddress, NetworkingV1ParentReference } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, ip, pathSegmentName } from '../../../api/validation/names.ts';
import { canonicalAddress } from '../../shared/addresses/address-number.ts';
import { notIp, strictIp } from '../../shared/addresses/address-rules.ts';
import { invalidEach, requireFormat } from '../../shared/field-checks.ts';

const parentPath = FieldPath.of('spec', 'parentRef');

/** Problems of a name: it has to be an address as it is written canonically. */
export function addressNameProblems(name: string): string[] {
  if (ip(name).length > 0) return [notIp];
  const problems = strictIp(name);
  const canonical = canonicalAddress(name);
  return problems.length > 0 || canonical === name
    ? problems
    : [`must be in canonical form ("${canonical}")`];
}

export function validateIpAddress({ spec }: NetworkingV1IPAddress): FieldError[] {
  const parent = spec?.parentRef;
  if (parent === undefined) return [required(parentPath)];
  const { group, namespace } = parent;
  return [
    ...(group ? invalidEach(parentPath.child('group'), group, dns1123Subdomain(group)) : []),
    ...requireFormat(parent.resource, parentPath.child('resource'), pathSegmentName),
    ...requireFormat(parent.name, parentPath.child('name'), pathSegmentName),
    ...(namespace ? invalidEach(parentPath.child('namespace'), namespace, pathSegmentName(namespace)) : []),
  ];
}

/** An address never changes hands. */
export function validateIpAddressUpdate(
  address: NetworkingV1IPAddress,
  old: NetworkingV1IPAddress,
): FieldError[] {
  const parent = address.spec?.parentRef;
  const errors = validateIpAddress(address);
  if (equalValues(parent, old.spec?.parentRef)) return errors;
  return [...errors, invalid(parentPath, parent && goParent(parent), 'field is immutable')];
}

const goParent = ({ group = '', resource = '', namespace = '', name = '' }: NetworkingV1ParentReference) =>
  goStruct('networking.ParentReference', {
    Group: group,
    Resource: resource,
    Namespace: namespace,
    Name: name,
  });
