import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, patternText } from '../../../api/validation/names.ts';
import { invalidEach } from '../field-checks.ts';

const maxBytes = 63;
const pathText = patternText('Invalid path', "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+", '/');

/** Validates the name of what looks after a job in place of the controller: `example.com/queue`. */
export function validateManagedBy(name: string | undefined, path: FieldPath): FieldError[] {
  if (name === undefined) return [];
  return [
    ...validateDomainPath(name, path),
    ...(Buffer.byteLength(name) > maxBytes ? [tooLong(path, maxBytes)] : []),
  ];
}

function validateDomainPath(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const slash = name.indexOf('/');
  const [domain, rest] = [name.slice(0, Math.max(slash, 0)), name.slice(slash + 1)];
  if (domain === '' || rest === '')
    return [invalid(path, name, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  return [
    ...invalidEach(path, domain, dns1123Subdomain(domain)),
    ...(/[^A-Za-z0-9/\-._~%!$&'()*+,;=:]/.test(rest) ? [invalid(path, rest, pathText)] : []),
  ];
}
