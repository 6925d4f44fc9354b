import { goList } from '../../../api/go-format/go-syntax.ts';
import type { CoreV1HostAlias, CoreV1PodDNSConfig, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { ip } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateSubdomainFormat } from '../field-checks.ts';

/** Limits of the resolver of libc. */
const maxNameservers = 3;
const maxSearches = 6;
const maxSearchChars = 256;

export function validateDnsConfig({ dnsPolicy, dnsConfig }: CoreV1PodSpec, path: FieldPath): FieldError[] {
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
    ...validateNameservers(dnsConfig.nameservers, path.child('nameservers')),
    ...validateSearches(dnsConfig.searches, path.child('searches')),
    ...validateOptions(dnsConfig.options, path.child('options')),
  ];
}

function validateNameservers(nameservers: readonly string[] = [], path: FieldPath): FieldError[] {
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
    ...validateEach(nameservers, (address, index) => validateAddress(address, path.index(index))),
  ];
}

function validateAddress(address: string, path: FieldPath): FieldError[] {
  return ip(address).length === 0 ? [] : [invalid(path, address, 'must be valid IP address')];
}

function validateSearches(searches: readonly string[] = [], path: FieldPath): FieldError[] {
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
    const name = search.endsWith('.') ? search.slice(0, -1) : search;
    errors.push(...validateSubdomainFormat(name, path.index(index)));
  });
  return errors;
}

function validateOptions(options: CoreV1PodDNSConfig['options'] = [], path: FieldPath): FieldError[] {
  return validateEach(options, ({ name }, index) =>
    name ? [] : [required(path.index(index), 'must not be empty')],
  );
}

/** Lines for the hosts file. The API does not say which one is wrong. */
export function validateHostAliases(aliases: readonly CoreV1HostAlias[] = [], path: FieldPath): FieldError[] {
  return validateEach(aliases, ({ ip: address = '', hostnames = [] }) => [
    ...validateAddress(address, path.child('ip')),
    ...validateEach(hostnames, (name) => validateSubdomainFormat(name, path.child('hostnames'))),
  ]);
}
