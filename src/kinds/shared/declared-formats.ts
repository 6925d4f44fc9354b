import { dns1123Label, dns1123Subdomain, type NameCheck, qualifiedName } from '../../api/validation/names.ts';

/*
 * Formats of fields of the kinds whose rules the definitions of 1.36 declare: the same as others, but for the word by which
 * lengths are told.
 */

const inBytes =
  (check: NameCheck): NameCheck =>
  (value) =>
    check(value).map((text) => text.replace(/ characters$/, ' bytes'));

export const shortName: NameCheck = inBytes(dns1123Label);
export const longName: NameCheck = inBytes(dns1123Subdomain);
export const labelKey: NameCheck = inBytes(qualifiedName);
