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
  return family === undefined ? undefined : { family, value: addressValue(text, family) };
}

/** The number of what is known to be an address of that family. */
export function addressValue(text: string, family: Family): bigint {
  if (!text.includes(':')) return numberOf4(text);
  const value = numberOf6(text);
  return family === 'IPv4' ? value & 0xffff_ffffn : value;
}

const codeOf0 = 0x30;

/** Digit by digit, for lists of addresses are long. */
function numberOf4(text: string): bigint {
  let value = 0;
  let part = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '.') {
      value = value * 256 + part;
      part = 0;
    } else part = part * 10 + text.charCodeAt(at) - codeOf0;
  }
  return BigInt(value * 256 + part);
}

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
