import { type Family, familyOf } from './addresses.ts';

/** An IP address as a number. */
export interface AddressNumber {
  family: Family;
  value: bigint;
}

/** Undefined for an invalid address. IPv4-mapped IPv6 is IPv4; octets may have leading zeros. */
export function addressNumber(text: string): AddressNumber | undefined {
  const family = familyOf(text);
  return family === undefined ? undefined : { family, value: addressValue(text, family) };
}

/** The number of a valid address of `family`. */
export function addressValue(text: string, family: Family): bigint {
  if (!text.includes(':')) return ipv4Value(text);
  const value = ipv6Value(text);
  return family === 'IPv4' ? value & 0xffff_ffffn : value;
}

const codeOfZero = 0x30;

/** Parses digit by digit, which is fast: address lists can be long. */
function ipv4Value(text: string): bigint {
  let value = 0;
  let octet = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '.') {
      value = value * 256 + octet;
      octet = 0;
    } else octet = octet * 10 + text.charCodeAt(at) - codeOfZero;
  }
  return BigInt(value * 256 + octet);
}

function ipv6Value(text: string): bigint {
  const lastColon = text.lastIndexOf(':');
  const dotted = text.slice(lastColon + 1);
  // The dotted end of `::ffff:10.0.0.1` stands for two groups.
  const plain = dotted.includes('.')
    ? `${text.slice(0, lastColon + 1)}${hexGroups(ipv4Value(dotted), 2)}`
    : text;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

/** The canonical text: `10.0.0.1`, `fd00::1`. */
export function addressText({ family, value }: AddressNumber): string {
  if (family === 'IPv4') {
    return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
  }
  const text = hexGroups(value, 8);
  // The longest run of zeros is left out, the first of several; a single zero stays.
  const [longest] = [...text.matchAll(/(?<![^:])0(?::0)+(?![^:])/g)].sort(
    (a, b) => b[0].length - a[0].length,
  );
  if (longest === undefined) return text;
  const head = text.slice(0, longest.index).replace(/:$/, '');
  return `${head}::${text.slice(longest.index + longest[0].length).replace(/^:/, '')}`;
}

/** The lowest `count` groups of four hexadecimal digits. */
function hexGroups(value: bigint, count: number): string {
  return Array.from({ length: count }, (_, index) =>
    ((value >> BigInt(16 * (count - 1 - index))) & 0xffffn).toString(16),
  ).join(':');
}

/** The canonical text; an invalid address is returned unchanged. */
export function canonicalAddress(text: string): string {
  const number = addressNumber(text);
  return number === undefined ? text : addressText(number);
}
