import { type FieldError, type FieldPath, invalid, required } from './field-errors.ts';
import { dns1123Subdomain, patternText } from './names.ts';

const pathText = patternText('Invalid path', "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");

/** The breaches of a name of the form `example.com/path`. */
export function validateDomainPath(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const slash = name.indexOf('/');
  const [domain, rest] = [name.slice(0, Math.max(slash, 0)), name.slice(slash + 1)];
  if (domain === '' || rest === '')
    return [invalid(path, name, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  return [
    ...dns1123Subdomain(domain).map((why) => invalid(path, domain, why)),
    ...(/[^A-Za-z0-9/\-._~%!$&'()*+,;=:]/.test(rest) ? [invalid(path, rest, pathText)] : []),
  ];
}
