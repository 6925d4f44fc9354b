import {
  dns1123Label,
  dns1123Subdomain,
  type NameCheck,
  type NameRule,
  nameIsDnsSubdomain,
  qualifiedName,
} from '../../api/validation/names.ts';

/*
 * Formats of fields of the kinds whose rules the definitions of 1.36 declare: the same as others, but for the word by which
 * lengths are told.
 */

const withBytes = (text: string): string => text.replace(/ characters$/, ' bytes');

const inBytes =
  (check: NameCheck): NameCheck =>
  (value) =>
    check(value).map(withBytes);

export const shortName: NameCheck = inBytes(dns1123Label);
export const longName: NameCheck = inBytes(dns1123Subdomain);
export const labelKey: NameCheck = inBytes(qualifiedName);

/** The same of names of objects. */
export const nameIsLongName: NameRule = (name, prefix) => nameIsDnsSubdomain(name, prefix).map(withBytes);
