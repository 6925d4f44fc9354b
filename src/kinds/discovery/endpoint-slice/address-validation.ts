import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain } from '../../../api/validation/names.ts';
import { familyOf, validateNonSpecialAddress } from '../../shared/addresses/addresses.ts';

export const addressTypes: readonly string[] = ['FQDN', 'IPv4', 'IPv6'];

/** Addresses of an unknown type are not checked: the error is that of the type. */
export function validateAddress(address: string, type: string, path: FieldPath): FieldError[] {
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
