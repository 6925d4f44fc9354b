import type { FunctionDeclaration, Implementation, RunCost } from '../types/overloads.ts';
import { boolType, intType, opaqueType, stringType } from '../types/types.ts';
import { CelError, type CelValue, OpaqueValue } from '../values/value.ts';
import { type Address, addressText, isMapped, parseAddress, parsePrefix } from './addresses.ts';
import { declare, method, plain, traversal } from './declare.ts';
import { quoted } from './go-texts.ts';

export const ipType = opaqueType('net.IP');
export const cidrType = opaqueType('net.CIDR');

class IPValue extends OpaqueValue {
  readonly typeName = 'net.IP';
  readonly address: Address;

  constructor(address: Address) {
    super();
    this.address = address;
  }

  equals(other: OpaqueValue): boolean {
    return this.text() === other.text();
  }

  override text(): string {
    return addressText(this.address);
  }
}

class CIDRValue extends OpaqueValue {
  readonly typeName = 'net.CIDR';
  readonly address: Address;
  readonly length: number;

  constructor(address: Address, length: number) {
    super();
    this.address = address;
    this.length = length;
  }

  equals(other: OpaqueValue): boolean {
    return this.text() === other.text();
  }

  override text(): string {
    return `${addressText(this.address)}/${this.length}`;
  }

  /** The address with all bits behind the prefix empty. */
  masked(): CIDRValue {
    const bytes = this.address.bytes.map((byte, at) => byte & maskOf(this.length - 8 * at));
    return new CIDRValue({ bytes, zone: '' }, this.length);
  }

  contains({ bytes }: Address): boolean {
    const own = this.address.bytes;
    if (bytes.length !== own.length) return false;
    return own.every((byte, at) => ((byte ^ bytes[at]!) & maskOf(this.length - 8 * at)) === 0);
  }
}

/** The bits of a byte that count, when so many of the prefix are left. */
const maskOf = (bits: number): number => (bits >= 8 ? 255 : bits <= 0 ? 0 : (255 << (8 - bits)) & 255);

const messageOf = (error: unknown): string => {
  if (error instanceof CelError) return error.message;
  throw error;
};

/** Throws CelError. */
function ipOf(text: string): IPValue {
  let address: Address;
  try {
    address = parseAddress(text);
  } catch (error) {
    throw new CelError(
      `IP Address ${quoted(text)} parse error during conversion from string: ${messageOf(error)}`,
    );
  }
  if (address.zone !== '') throw new CelError(`IP address ${quoted(text)} with zone value is not allowed`);
  if (isMapped(address)) throw new CelError(`IPv4-mapped IPv6 address ${quoted(text)} is not allowed`);
  return new IPValue(address);
}

/** Throws CelError. */
function cidrOf(text: string): CIDRValue {
  const head = 'network address parse error during conversion from string: ';
  let found: ReturnType<typeof parsePrefix>;
  try {
    found = parsePrefix(text);
  } catch (error) {
    throw new CelError(head + head + messageOf(error));
  }
  if (isMapped(found.address))
    throw new CelError(`${head}IPv4-mapped IPv6 address ${quoted(text)} is not allowed`);
  return new CIDRValue(found.address, found.length);
}

const isOk =
  (read: (text: string) => unknown): Implementation =>
  ([text]) => {
    try {
      read(text as string);
      return true;
    } catch (error) {
      messageOf(error);
      return false;
    }
  };

const ofIP =
  (of: (bytes: Uint8Array) => CelValue): Implementation =>
  ([ip]) =>
    of((ip as IPValue).address.bytes);

const isV4 = (bytes: Uint8Array): boolean => bytes.length === 4;
const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);
const isLoopback = (bytes: Uint8Array): boolean =>
  isV4(bytes) ? bytes[0] === 127 : isZero(bytes.subarray(0, 15)) && bytes[15] === 1;
const isMulticast = (bytes: Uint8Array): boolean => (isV4(bytes) ? bytes[0]! >> 4 === 14 : bytes[0] === 255);
const isLocalMulticast = (bytes: Uint8Array): boolean =>
  isV4(bytes)
    ? bytes[0] === 224 && bytes[1] === 0 && bytes[2] === 0
    : bytes[0] === 255 && (bytes[1]! & 15) === 2;
const isLocalUnicast = (bytes: Uint8Array): boolean =>
  isV4(bytes) ? bytes[0] === 169 && bytes[1] === 254 : bytes[0] === 254 && (bytes[1]! & 192) === 128;
const isGlobal = (bytes: Uint8Array): boolean =>
  !isZero(bytes) &&
  !(isV4(bytes) && bytes.every((byte) => byte === 255)) &&
  !isLoopback(bytes) &&
  !isMulticast(bytes) &&
  !isLocalUnicast(bytes);

const containsIP: Implementation = ([cidr, ip]) =>
  (cidr as CIDRValue).contains((typeof ip === 'string' ? ipOf(ip) : (ip as IPValue)).address);

const containsCIDR: Implementation = ([given, other]) => {
  const cidr = given as CIDRValue;
  const inner = typeof other === 'string' ? cidrOf(other) : (other as CIDRValue);
  return cidr.length <= inner.length && cidr.contains(inner.address);
};

const ofText: RunCost = traversal();
const containsCost = (sizes: readonly number[]): number => 5 + Math.ceil(sizes[1]! * 0.1);
const text = [stringType];

const methods: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  isUnspecified: isZero,
  isLoopback,
  isLinkLocalMulticast: isLocalMulticast,
  isLinkLocalUnicast: isLocalUnicast,
  isGlobalUnicast: isGlobal,
};

export const ipFunctions: readonly FunctionDeclaration[] = [
  declare(
    'ip',
    plain(text, ipType, ([given]) => ipOf(given as string), ofText),
  ),
  declare('isIP', plain(text, boolType, isOk(ipOf), ofText)),
  declare(
    'ip.isCanonical',
    plain(text, boolType, ([given]) => ipOf(given as string).text() === given, traversal(0, 0.2)),
  ),
  declare(
    'family',
    method(
      [ipType],
      intType,
      ofIP((bytes) => (isV4(bytes) ? 4n : 6n)),
    ),
  ),
  ...Object.entries(methods).map(([name, of]) => declare(name, method([ipType], boolType, ofIP(of)))),
  declare(
    'string',
    plain([ipType], stringType, ([ip]) => (ip as IPValue).text()),
  ),
];

export const cidrFunctions: readonly FunctionDeclaration[] = [
  declare(
    'cidr',
    plain(text, cidrType, ([given]) => cidrOf(given as string), ofText),
  ),
  declare('isCIDR', plain(text, boolType, isOk(cidrOf), ofText)),
  declare(
    'containsIP',
    method([cidrType, ipType], boolType, containsIP, containsCost),
    method([cidrType, stringType], boolType, containsIP, containsCost),
  ),
  declare(
    'containsCIDR',
    method([cidrType, cidrType], boolType, containsCIDR, containsCost),
    method([cidrType, stringType], boolType, containsCIDR, containsCost),
  ),
  declare(
    'ip',
    method([cidrType], ipType, ([cidr]) => new IPValue((cidr as CIDRValue).address)),
  ),
  declare(
    'masked',
    method([cidrType], cidrType, ([cidr]) => (cidr as CIDRValue).masked()),
  ),
  declare(
    'prefixLength',
    method([cidrType], intType, ([cidr]) => BigInt((cidr as CIDRValue).length)),
  ),
  declare(
    'string',
    plain([cidrType], stringType, ([cidr]) => (cidr as CIDRValue).text()),
  ),
];
