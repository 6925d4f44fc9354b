import type { NetworkingV1HTTPIngressPath, NetworkingV1IngressRule } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, ip, wildcardDns1123Subdomain } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import type { BackendRules } from './backend-field-names.ts';
import { validateBackend } from './backend-validation.ts';

const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix'];

/** Sequences that proxies rewrite, so that the path would no longer match. */
const forbiddenSequences = ['//', '/./', '/../', '%2f', '%2F'];
const forbiddenEnds = ['/..', '/.'];

export const hasWildcard = (host = ''): boolean => host.includes('*');

export function validateHost(host: string, path: FieldPath): FieldError[] {
  return invalidEach(path, host, hasWildcard(host) ? wildcardDns1123Subdomain(host) : dns1123Subdomain(host));
}

interface RuleOptions {
  fieldNames: BackendRules;
  /** Earlier versions did not validate the paths of wildcard hosts. */
  allowInvalidWildcardRules: boolean;
}

export function validateRule(
  rule: NetworkingV1IngressRule,
  path: FieldPath,
  { fieldNames, allowInvalidWildcardRules }: RuleOptions,
): FieldError[] {
  const { host } = rule;
  const hostPath = path.child('host');
  const isAddress = host && ip(host).length === 0;
  return [
    ...(isAddress ? [invalid(hostPath, host, 'must be a DNS name, not an IP address')] : []),
    ...(host ? validateHost(host, hostPath) : []),
    ...(allowInvalidWildcardRules && hasWildcard(host) ? [] : validateRuleValue(rule, path, fieldNames)),
  ];
}

export function validateRuleValue(
  { http }: NetworkingV1IngressRule,
  path: FieldPath,
  fieldNames: BackendRules,
): FieldError[] {
  if (http === undefined) return [];
  const pathsPath = path.child('http', 'paths');
  const paths = http.paths ?? [];
  return [
    ...(paths.length === 0 ? [required(pathsPath)] : []),
    ...validateEach(paths, (one, index) => validatePath(one, pathsPath.index(index), fieldNames)),
  ];
}

function validatePath(
  one: NetworkingV1HTTPIngressPath,
  path: FieldPath,
  fieldNames: BackendRules,
): FieldError[] {
  const { pathType, path: text = '', backend } = one;
  if (pathType === undefined || pathType === null) {
    return [required(path.child('pathType'), 'pathType must be specified')];
  }
  return [
    ...validatePathText(pathType, text, path),
    ...validateBackend(backend, path.child('backend'), fieldNames),
  ];
}

function validatePathText(pathType: string, text: string, path: FieldPath): FieldError[] {
  const field = path.child('path');
  const absolute = text.startsWith('/') ? [] : [invalid(field, text, 'must be an absolute path')];
  switch (pathType) {
    case 'Exact':
    case 'Prefix':
      return [
        ...absolute,
        ...forbiddenSequences
          .filter((sequence) => text.includes(sequence))
          .map((sequence) => invalid(field, text, `must not contain '${sequence}'`)),
        ...forbiddenEnds
          .filter((end) => text.endsWith(end))
          .map((end) => invalid(field, text, `cannot end with '${end}'`)),
      ];
    case 'ImplementationSpecific':
      return text === '' ? [] : absolute;
    default:
      return [notSupported(path.child('pathType'), pathType, pathTypes)];
  }
}
