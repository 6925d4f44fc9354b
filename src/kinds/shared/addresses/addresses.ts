import { BlockList } from 'node:net';
import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';
import { ip } from '../../../api/validation/names.ts';

export type Family = 'IPv4' | 'IPv6';

/** `::ffff:10.0.0.1`, `::ffff:a00:1`: counts as IPv4. */
const ipv4Mapped = /^[0:]*:ffff:(?:[0-9]+\.[0-9.]+|[0-9a-f]{1,4}:[0-9a-f]{1,4})$/i;

/** Undefined for an invalid address. */
export function familyOf(address: string): Family | undefined {
  if (ip(address).length > 0) return undefined;
  return address.includes(':') && !ipv4Mapped.test(address) ? 'IPv6' : 'IPv4';
}

/** The parts of a range like `10.0.0.0/8`. */
export interface Cidr {
  address: string;
  family: Family;
  /** Length of the prefix in bits. */
  length: number;
}

/** Undefined for an invalid range. */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  if (slash === -1 || !/^[0-9]{1,3}$/.test(text.slice(slash + 1))) return undefined;
  const address = text.slice(0, slash);
  const family = familyOf(address);
  const length = Number(text.slice(slash + 1));
  if (family === undefined || length > (address.includes(':') ? 128 : 32)) return undefined;
  return { address, family, length };
}

/** Undefined for an invalid range. */
export const familyOfCidr = (text: string): Family | undefined => parseCidr(text)?.family;

function blockList(...ranges: [network: string, length: number][]): BlockList {
  const list = new BlockList();
  for (const [network, length] of ranges) {
    list.addSubnet(network, length, network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** `ff02::/16` and the same scope with other flags. */
const linkLocalMulticast6 = Array.from('0123456789abcdef', (flags): [string, number] => [
  `ff${flags}2::`,
  16,
]);

/** Ranges that cannot be reached through the cluster, each with its error message. */
const specialRanges: readonly [list: BlockList, text: (address: string) => string][] = [
  [blockList(['0.0.0.0', 32], ['::', 128]), (address) => `may not be unspecified (${address})`],
  [
    blockList(['127.0.0.0', 8], ['::1', 128]),
    () => 'may not be in the loopback range (127.0.0.0/8, ::1/128)',
  ],
  [
    blockList(['169.254.0.0', 16], ['fe80::', 10]),
    () => 'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
  ],
  [
    blockList(['224.0.0.0', 24], ...linkLocalMulticast6),
    () => 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  ],
];

/** First octets of the special IPv4 ranges. */
const specialFirstOctets: readonly number[] = [0, 127, 169, 224];

/** Rejects unspecified, loopback and link-local addresses. */
export function validateNonSpecialAddress(address: string, path: FieldPath): FieldError[] {
  if (ip(address).length > 0) return [invalid(path, address, 'must be a valid IP address')];
  const is6 = address.includes(':');
  // Fast path: address lists are long, and nearly all addresses are ordinary.
  if (!is6 && !specialFirstOctets.includes(Number.parseInt(address, 10))) return [];
  const plain = is6 ? address : address.split('.').map(Number).join('.');
  return specialRanges
    .filter(([list]) => list.check(plain, is6 ? 'ipv6' : 'ipv4'))
    .map(([, text]) => invalid(path, address, text(address)));
}
