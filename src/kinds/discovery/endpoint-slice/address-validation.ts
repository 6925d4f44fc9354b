import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain } from '../../../api/validation/names.ts';
import { familyOf, validateNonSpecialAddress } from '../../shared/addresses/addresses.ts';

export const addressTypes: readonly string[] = ['FQDN', 'IPv4', 'IPv6'];

/** Addresses of types that are not known are not looked at: their type is the fault. */
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

/** A name with at least two labels, of which the first bad one is told; may end in the dot of the root. */
function validateDomain(address: string, path: FieldPath): FieldError[] {
  if (address === '') return [required(path)];
  const name = address.endsWith('.') ? address.slice(0, -1) : address;
  const faults = dns1123Subdomain(name);
  if (faults.length > 0) return [invalid(path, name, faults.join(','))];
  const labels = name.split('.');
  if (labels.length < 2) {
    return [invalid(path, name, 'should be a domain with at least two segments separated by dots')];
  }
  const label = labels.find((one) => dns1123Label(one).length > 0);
  return label === undefined ? [] : [invalid(path, label, dns1123Label(label).join(','))];
}
