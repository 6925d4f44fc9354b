import { X509Certificate } from 'node:crypto';
import { parseUrl } from '../../../api/cel/library/url-text.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { parseBundle } from '../../../util/certificate-bundle.ts';
import type { JwtIssuer } from './authentication-configuration.ts';

/** URLs of the issuers before this one. */
export interface SeenUrls {
  readonly issuers: Set<string>;
  readonly discovery: Set<string>;
}

export function validateIssuer(issuer: JwtIssuer, path: FieldPath, seen: SeenUrls): FieldError[] {
  return [
    ...validateUrl(issuer.url, path.child('url'), seen.issuers),
    ...validateDiscoveryUrl(issuer, path.child('discoveryURL'), seen.discovery),
    ...validateAudiences(issuer, path),
    ...validateAuthority(issuer.certificateAuthority, path.child('certificateAuthority')),
    ...validateEgress(issuer.egressSelectorType, path.child('egressSelectorType')),
  ];
}

function validateUrl(url: string, path: FieldPath, seen: Set<string>): FieldError[] {
  if (url === '') return [required(path)];
  if (seen.has(url)) return [duplicate(path, url)];
  seen.add(url);
  return validateHttps(url, path);
}

function validateDiscoveryUrl(
  { url, discoveryURL }: JwtIssuer,
  path: FieldPath,
  seen: Set<string>,
): FieldError[] {
  if (discoveryURL === '') return [];
  const trimmed = (text: string): string => text.replace(/\/+$/, '');
  const same =
    url !== '' && trimmed(url) === trimmed(discoveryURL)
      ? [invalid(path, discoveryURL, 'discoveryURL must be different from URL')]
      : [];
  if (seen.has(discoveryURL)) return [...same, duplicate(path, discoveryURL)];
  seen.add(discoveryURL);
  return [...same, ...validateHttps(discoveryURL, path)];
}

/** The breaches of a URL that documents are fetched from. */
function validateHttps(url: string, path: FieldPath): FieldError[] {
  const problems: string[] = [];
  try {
    const { scheme, query } = parseUrl(url);
    if (scheme !== 'https') problems.push('URL scheme must be https');
    if (/^[^:/?#]+:\/\/[^/?#]*@/.test(url)) problems.push('URL must not contain a username or password');
    if (query !== '') problems.push('URL must not contain a query');
    if (/#./.test(url)) problems.push('URL must not contain a fragment');
  } catch (error) {
    problems.push((error as Error).message);
  }
  return problems.map((problem) => invalid(path, url, problem));
}

function validateAudiences(
  { audiences, audienceMatchPolicy: policy }: JwtIssuer,
  path: FieldPath,
): FieldError[] {
  const at = path.child('audiences');
  if (audiences.length === 0) return [required(at, `at least one ${at} is required`)];
  const errors = audiences.flatMap((audience, index) => {
    if (audience === '') return [required(at.index(index))];
    return audiences.indexOf(audience) < index ? [duplicate(at.index(index), audience)] : [];
  });
  const isMany = audiences.length > 1;
  if (policy === 'MatchAny' || (!isMany && policy === '')) return errors;
  const rule = isMany
    ? 'must be MatchAny for multiple audiences'
    : 'must be empty or MatchAny for single audience';
  errors.push(invalid(path.child('audienceMatchPolicy'), policy, `audienceMatchPolicy ${rule}`));
  return errors;
}

/** The certificates must be such that others can be verified with them. */
function validateAuthority(pem: string, path: FieldPath): FieldError[] {
  if (pem === '') return [];
  const refused = (problem: string): FieldError[] => [invalid(path, '<omitted>', problem)];
  const bundle = parseBundle(pem);
  if (bundle.length === 0) return refused('data does not contain any valid RSA or ECDSA certificates');
  try {
    for (const certificate of bundle) new X509Certificate(certificate);
    return [];
  } catch {
    return refused('x509: malformed certificate');
  }
}

const validateEgress = (type: string, path: FieldPath): FieldError[] =>
  ['', 'controlplane', 'cluster'].includes(type)
    ? []
    : [invalid(path, type, 'egress selector must be either controlplane or cluster')];
