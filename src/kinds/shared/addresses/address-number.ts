import { SocketAddress } from 'node:net';
import { type Family, familyOf } from './addresses.ts';

/** An address that can be counted with. */
export interface AddressNumber {
  family: Family;
  value: bigint;
}

/** Undefined for what is no address. IPv4 in the clothes of IPv6 is IPv4; its numbers may begin with zeros. */
export function addressNumber(text: string): AddressNumber | undefined {
  const family = familyOf(text);
  if (family === undefined) return undefined;
  const value = text.includes(':') ? numberOf6(text) : numberOf4(text);
  return { family, value: family === 'IPv4' ? value & 0xffff_ffffn : value };
}

const numberOf4 = (text: string): bigint =>
  BigInt(text.split('.').reduce((value, part) => value * 256 + Number(part), 0));

function numberOf6(text: string): bigint {
  const lastColon = text.lastIndexOf(':');
  const dotted = text.slice(lastColon + 1);
  // `::ffff:10.0.0.1` ends in the numbers of an IPv4 address, which stand for two groups.
  const plain = dotted.includes('.')
    ? `${text.slice(0, lastColon + 1)}${groups(numberOf4(dotted), 2)}`
    : text;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

/** The one text of an address that has many: `10.0.0.1`, `fd00::1`. */
export function addressText({ family, value }: AddressNumber): string {
  if (family === 'IPv4') {
    return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
  }
  return new SocketAddress({ address: groups(value, 8), family: 'ipv6' }).address;
}

/** So many groups of four hexadecimal digits. */
function groups(value: bigint, count: number): string {
  return Array.from({ length: count }, (_, index) =>
    ((value >> BigInt(16 * (count - 1 - index))) & 0xffffn).toString(16),
  ).join(':');
}

/** The canonical text; what is no address stays as it is. */
export function canonicalAddress(text: string): string {
  const number = addressNumber(text);
  return number === undefined ? text : addressText(number);
}
