import { isIPv4, isIPv6 } from 'node:net';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { ip } from '../../../api/validation/names.ts';
import { canonicalAddress } from './address-number.ts';
import { canonicalCidr } from './address-range.ts';
import { parseCidr } from './addresses.ts';

/** The message about what is no range from this release on; each field had its own before. */
const oneCidrTextSince = '1.30';
export const notCidr = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
const invalidIp = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

interface Kept {
  /** Values that the field has in the stored object: they are taken as they are. */
  readonly kept?: readonly (string | undefined)[] | undefined;
}

/**
 * Checks of addresses and ranges in fields that have always taken more than the standard ways to write them:
 * `010.0.0.1`, `::ffff:10.0.0.1`, `10.0.0.1/8`. Releases begin to warn of these, then to refuse them.
 */
export class AddressRules {
  readonly #isStrict: boolean;
  readonly #warns: boolean;
  readonly #hasOneCidrText: boolean;
  readonly #hasOneIpText: boolean;

  constructor(gates: FeatureGates) {
    this.#isStrict = gates.isOn('StrictIPCIDRValidation');
    this.#warns = gates.isIn('1.33');
    this.#hasOneIpText = gates.isIn('1.24');
    this.#hasOneCidrText = gates.isIn(oneCidrTextSince);
  }

  /** `earlierText`: the message of the field about what is no address, before all had the same. */
  ip(address: string, path: FieldPath, { kept }: Kept = {}, earlierText = invalidIp): FieldError[] {
    if (kept?.includes(address)) return [];
    const problems =
      ip(address).length > 0
        ? [this.#hasOneIpText ? invalidIp : earlierText]
        : this.#isStrict
          ? strictIp(address)
          : [];
    return problems.map((problem) => invalid(path, address, problem));
  }

  /** `earlierText`: the message of the field before all had the same. */
  cidr(range: string, path: FieldPath, earlierText: string, { kept }: Kept = {}): FieldError[] {
    if (kept?.includes(range)) return [];
    if (parseCidr(range) === undefined)
      return [invalid(path, range, this.#hasOneCidrText ? notCidr : earlierText)];
    return this.#isStrict ? strictCidr(range).map((problem) => invalid(path, range, problem)) : [];
  }

  ipWarnings(address: string, path: FieldPath | string): string[] {
    if (!this.#warns || ip(address).length > 0) return [];
    const canonical = canonicalAddress(address);
    if (!isStandardIp(address)) {
      return [`${path}: non-standard IP address "${address}" is invalid: use "${canonical}"`];
    }
    return isIPv4(address) || canonical === address
      ? []
      : [`${path}: IPv6 address "${address}" should be in RFC 5952 canonical format ("${canonical}")`];
  }

  cidrWarnings(range: string, path: FieldPath | string): string[] {
    const cidr = parseCidr(range);
    if (!this.#warns || cidr === undefined) return [];
    const canonical = canonicalCidr(range);
    const single = `${canonicalAddress(cidr.address)}/${cidr.family === 'IPv4' ? 32 : 128}`;
    const warnings = hasHostBits(range)
      ? [
          `${path}: CIDR value "${range}" is ambiguous in this context (should be "${canonical}" or "${single}"?)`,
        ]
      : [];
    if (!isStandardCidr(range)) {
      warnings.push(`${path}: non-standard CIDR value "${range}" is invalid: use "${canonical}"`);
    }
    if (warnings.length > 0 || !cidr.address.includes(':') || canonical === range) return warnings;
    return [`${path}: IPv6 CIDR value "${range}" should be in RFC 5952 canonical format ("${canonical}")`];
  }
}

const isMapped = (address: string): boolean =>
  address.includes(':') && !canonicalAddress(address).includes(':');

const isStandardIp = (address: string): boolean => (isIPv4(address) || isIPv6(address)) && !isMapped(address);

/** Problems of an address that is one when leading zeros are overlooked. */
export function strictIp(address: string): string[] {
  if (!isIPv4(address) && !isIPv6(address)) return ['must not have leading 0s'];
  return isMapped(address) ? ['must not be an IPv4-mapped IPv6 address'] : [];
}

const hasStandardLength = (range: string): boolean => /\/(?:0|[1-9][0-9]*)$/.test(range);

const isStandardCidr = (range: string): boolean =>
  hasStandardLength(range) && isStandardIp(range.slice(0, range.indexOf('/')));

/** Whether bits are set beyond the length of the prefix. */
const hasHostBits = (range: string): boolean =>
  canonicalAddress(range.slice(0, range.indexOf('/'))) !== canonicalCidr(range)?.replace(/\/.*/, '');

export function strictCidr(range: string): string[] {
  const address = range.slice(0, range.indexOf('/'));
  if (!hasStandardLength(range) || (!isIPv4(address) && !isIPv6(address)))
    return ['must not have leading 0s in IP or prefix length'];
  return [
    ...(isMapped(address) ? ['must not have an IPv4-mapped IPv6 address'] : []),
    ...(hasHostBits(range) ? ['must not have bits set beyond the prefix length'] : []),
  ];
}
