import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { badRequest } from '../../../api/meta/status.ts';

/** Prefixes of IPv6 that have an address of IPv4 behind them, and their lengths in bits. */
const embedding = [
  // IPv4-compatible, IPv4-translated, and both prefixes of NAT64.
  { prefix: '::', bits: 96 },
  { prefix: '::ffff:0:', bits: 96 },
  { prefix: '64:ff9b::', bits: 96 },
  { prefix: '64:ff9b:1::', bits: 96 },
] as const;

/** Adds these addresses of IPv4, however IPv6 may write them. BlockList itself knows IPv4-mapped ones (::ffff:0:0/96). */
export function addIpv4(list: BlockList, address: string, bits: number): void {
  list.addSubnet(address, bits, 'ipv4');
  for (const { prefix, bits: before } of embedding) {
    list.addSubnet(`${prefix}${address}`, before + bits, 'ipv6');
  }
  const hex = Buffer.from(address.split('.').map(Number)).toString('hex');
  // 6to4 has it in front of the network.
  list.addSubnet(`2002:${hex.slice(0, 4)}:${hex.slice(4)}::`, 16 + bits, 'ipv6');
}

/** Whether the list has an address, which may name a zone: `fe80::1%eth0`. */
export function hasAddress(list: BlockList, address: string): boolean {
  const [plain = ''] = address.split('%');
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** No node is at these: a client that may write the status of a node could point the server at itself or its host. */
const local = new BlockList();
addIpv4(local, '0.0.0.0', 8);
addIpv4(local, '127.0.0.0', 8);
addIpv4(local, '169.254.0.0', 16);
addIpv4(local, '224.0.0.0', 4);
addIpv4(local, '255.255.255.255', 32);
local.addSubnet('fe80::', 10, 'ipv6');
local.addSubnet('ff00::', 8, 'ipv6');

/** Addresses of IPv4 inside IPv6 count as what they are. */
export const isLocal = (address: string): boolean => hasAddress(local, address);

type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const notAllowed = () => badRequest('address not allowed');

/** Whether a connection may go to an address. */
export type MayDial = (address: string) => boolean;

/** `allowLocal`: also to those that are only known to this machine. */
export const dialling =
  (allowLocal: boolean): MayDial =>
  (address) =>
    allowLocal || !isLocal(address);

/**
 * Says where a host is, for connections: every address that is dialled was checked, since there is no second look-up.
 * Throws BadRequest at once for a literal address that is not allowed. `resolve`: the system's resolver.
 */
export function checkedLookup(host: string, mayDial: MayDial, resolve: Resolve = lookup): LookupFunction {
  if (isIP(host) !== 0 && !mayDial(host)) throw notAllowed();
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '');
      if (!addresses.every(({ address }) => mayDial(address)))
        return done(notAllowed() as unknown as NodeJS.ErrnoException, '');
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      done(null, first!.address, first!.family);
    });
  };
}
