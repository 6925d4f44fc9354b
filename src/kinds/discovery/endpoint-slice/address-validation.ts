import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain } from '../../../api/validation/names.ts';
import { canonicalAddress } from '../../shared/addresses/address-number.ts';
import { AddressRules } from '../../shared/addresses/address-rules.ts';
import { familyOf, validateNonSpecialAddress } from '../../shared/addresses/addresses.ts';

export const addressTypes: readonly string[] = ['FQDN', 'IPv4', 'IPv6'];

/** From this release on the family is told apart from the form of an address. */
const familiesApartSince = '1.33';

/** `path`: of the list; the message about a family names no entry. */
export type ValidateAddress = (address: string, type: string, path: FieldPath, index: number) => FieldError[];

/** Addresses of an unknown type are not checked: the error is that of the type. */
export function addressValidation(gates: FeatureGates): ValidateAddress {
  if (!gates.isIn(familiesApartSince)) {
    return (address, type, path, index) => validateAddress(address, type, path.index(index));
  }
  const rules = new AddressRules(gates);
  return (address, type, list, index) => {
    const path = list.index(index);
    if (type !== 'IPv4' && type !== 'IPv6') return validateAddress(address, type, path);
    const malformed = rules.ip(address, path);
    const errors = malformed.length > 0 ? malformed : validateNonSpecialAddress(address, path);
    if (errors.length > 0) return errors;
    if (familyOf(address) !== type) return [invalid(list, address, `must be an ${type} address`)];
    const canonical = canonicalAddress(address);
    return type === 'IPv4' || canonical === address
      ? []
      : [invalid(path, address, `must be in canonical form ("${canonical}")`)];
  };
}

function validateAddress(address: string, type: string, path: FieldPath): FieldError[] {
  switch (type) {
    case 'IPv4':
    case 'IPv6':
      return [
        ...(familyOf(address) === type ? [] : [invalid(path, address, `must be a valid ${type} address`)]),
        ...validateNonSpecialAddress(address, path),
      ];
    case 'FQDN':
      return validateDomain(address, path);
    default:
      return [];
  }
}

/** A domain name of at least two labels, with or without the trailing dot. Reports the first error only. */
function validateDomain(address: string, path: FieldPath): FieldError[] {
  if (address === '') return [required(path)];
  const name = address.endsWith('.') ? address.slice(0, -1) : address;
  const errors = dns1123Subdomain(name);
  if (errors.length > 0) return [invalid(path, name, errors.join(','))];
  const labels = name.split('.');
  if (labels.length < 2) {
    return [invalid(path, name, 'should be a domain with at least two segments separated by dots')];
  }
  const badLabel = labels.find((label) => dns1123Label(label).length > 0);
  return badLabel === undefined ? [] : [invalid(path, badLabel, dns1123Label(badLabel).join(','))];
}
