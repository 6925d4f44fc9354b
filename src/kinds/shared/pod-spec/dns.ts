import { goList } from '../../../api/go-format/go-syntax.ts';
import type { CoreV1HostAlias, CoreV1PodDNSConfig, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain, underscoreSubdomain } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach, validateSubdomainFormat } from '../field-checks.ts';
import type { PodContext } from './options.ts';

const notAddress = 'must be valid IP address';
const maxNameservers = 3;
/** Limits of the resolver of libc, then and now. */
const olderLimits = { searches: 6, characters: 256 };
const laterLimits = { searches: 32, characters: 2048 };

export function validateDnsConfig(
  { dnsPolicy, dnsConfig }: CoreV1PodSpec,
  path: FieldPath,
  context: PodContext,
): FieldError[] {
  if (dnsPolicy === 'None') {
    if (dnsConfig === undefined) {
      return [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')];
    }
    if (!dnsConfig.nameservers?.length) {
      const text = 'must provide at least one DNS nameserver when `dnsPolicy` is None';
      return [required(path.child('nameservers'), text)];
    }
  }
  if (dnsConfig === undefined) return [];
  return [
    ...validateNameservers(dnsConfig.nameservers, path.child('nameservers'), context),
    ...validateSearches(dnsConfig.searches, path.child('searches'), context),
    ...validateOptions(dnsConfig.options, path.child('options')),
  ];
}

function validateNameservers(
  nameservers: readonly string[] = [],
  path: FieldPath,
  context: PodContext,
): FieldError[] {
  const kept = context.old?.spec.dnsConfig?.nameservers;
  const surplus = nameservers.length > maxNameservers;
  return [
    ...(surplus
      ? [
          invalid(
            path,
            goList('string', nameservers),
            `must not have more than ${maxNameservers} nameservers`,
          ),
        ]
      : []),
    ...validateEach(nameservers, (address, index) =>
      context.features.addresses.ip(address, path.index(index), { kept }, notAddress),
    ),
  ];
}

function validateSearches(
  searches: readonly string[] = [],
  path: FieldPath,
  { features: { longSearches, allowsRelaxedSearches } }: PodContext,
): FieldError[] {
  const { searches: maxSearches, characters: maxSearchChars } = longSearches ? laterLimits : olderLimits;
  const errors: FieldError[] = [];
  if (searches.length > maxSearches) {
    errors.push(
      invalid(path, goList('string', searches), `must not have more than ${maxSearches} search paths`),
    );
  }
  if (Buffer.byteLength(searches.join(' ')) > maxSearchChars) {
    const text = `must not have more than ${maxSearchChars} characters (including spaces) in the search list`;
    errors.push(invalid(path, goList('string', searches), text));
  }
  searches.forEach((search, index) => {
    if (allowsRelaxedSearches && search === '.') return;
    const name = search.endsWith('.') ? search.slice(0, -1) : search;
    const check = allowsRelaxedSearches ? underscoreSubdomain : dns1123Subdomain;
    errors.push(...invalidEach(path.index(index), name, check(name)));
  });
  return errors;
}

function validateOptions(options: CoreV1PodDNSConfig['options'] = [], path: FieldPath): FieldError[] {
  return validateEach(options, ({ name }, index) =>
    name ? [] : [required(path.index(index), 'must not be empty')],
  );
}

/** Lines for the hosts file. Before 1.30 the API did not say which one is wrong. */
export function validateHostAliases(
  aliases: readonly CoreV1HostAlias[] = [],
  path: FieldPath,
  context: PodContext,
): FieldError[] {
  const { since30 } = context.features;
  const kept = context.old?.spec.hostAliases?.map((alias) => alias.ip);
  return validateEach(aliases, ({ ip: address = '', hostnames = [] }, index) => {
    const at = since30 ? path.index(index) : path;
    const namesPath = at.child('hostnames');
    return [
      ...context.features.addresses.ip(address, at.child('ip'), { kept }, notAddress),
      ...validateEach(hostnames, (name, position) =>
        validateSubdomainFormat(name, since30 ? namesPath.index(position) : namesPath),
      ),
    ];
  });
}
