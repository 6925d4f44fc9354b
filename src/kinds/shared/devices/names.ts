import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { cIdentifier, dns1123Label, dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach, requireFormat } from '../field-checks.ts';

const maxDriverLength = 63;
const maxPoolLength = 253;
const maxIdentifierLength = 32;
const uuidLength = 36;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const uuidText =
  'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters';

/** Name of a device, a request or a set of counters. */
export function validateLabel(name: string, path: FieldPath): FieldError[] {
  // A text that is a subdomain and no label fails for its dots alone.
  const isDotted = name.includes('.') && name.length <= 63 && dns1123Subdomain(name).length === 0;
  return isDotted
    ? [invalid(path, name, 'must not contain dots')]
    : invalidEach(path, name, dns1123Label(name));
}

export function validateDriver(driver: string, path: FieldPath): FieldError[] {
  if (driver === '') return [required(path)];
  return [
    ...(Buffer.byteLength(driver) > maxDriverLength ? [tooLong(path, maxDriverLength)] : []),
    ...invalidEach(path, driver, dns1123Subdomain(driver.toLowerCase())),
  ];
}

/** Subdomains with slashes between them: `rack-1/node-7`. */
export function validatePool(pool: string, path: FieldPath): FieldError[] {
  if (pool === '') return [required(path)];
  return [
    ...(Buffer.byteLength(pool) > maxPoolLength ? [tooLong(path, maxPoolLength)] : []),
    ...pool.split('/').flatMap((part) => invalidEach(path, part, dns1123Subdomain(part))),
  ];
}

export const validateClassName = (name: string, path: FieldPath): FieldError[] =>
  requireFormat(name, path, dns1123Subdomain);

/** Name of an attribute or a capacity, with or without a domain: `model`, `example.com/model`. */
export function validateAttributeName(name: string, path: FieldPath): FieldError[] {
  const slash = name.indexOf('/');
  if (slash === -1) return validateIdentifier(name, path);
  const [domain, id] = [name.slice(0, slash), name.slice(slash + 1)];
  return [
    ...(domain === '' ? [invalid(path, '', 'the domain must not be empty')] : validateDriver(domain, path)),
    ...(id === '' ? [invalid(path, '', 'the name must not be empty')] : validateIdentifier(id, path)),
  ];
}

export function validateFullAttributeName(name: string, path: FieldPath): FieldError[] {
  const text = 'a fully qualified name must be a domain and a name separated by a slash';
  return [...validateAttributeName(name, path), ...(name.includes('/') ? [] : [invalid(path, name, text)])];
}

function validateIdentifier(id: string, path: FieldPath): FieldError[] {
  return [
    ...(Buffer.byteLength(id) > maxIdentifierLength ? [tooLong(path, maxIdentifierLength)] : []),
    ...invalidEach(path, id, cIdentifier(id)),
  ];
}

/** Identifies a share of a device. */
export function validateShareId(id: string, path: FieldPath): FieldError[] {
  if (id.length !== uuidLength)
    return [invalid(path, id, `error validating uid: invalid UUID length: ${id.length}`)];
  if (!uuidPattern.test(id)) return [invalid(path, id, 'error validating uid: invalid UUID format')];
  return id === id.toLowerCase() ? [] : [invalid(path, id, uuidText)];
}
