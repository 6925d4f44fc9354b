import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { badRequest } from '../../../api/meta/status.ts';

const unspecified = '::';

/** No node is at these: a client that may write the status of a node could point the server at itself or its host. */
const local = new BlockList();
local.addSubnet('0.0.0.0', 8, 'ipv4');
local.addSubnet('127.0.0.0', 8, 'ipv4');
local.addSubnet('169.254.0.0', 16, 'ipv4');
local.addSubnet('224.0.0.0', 4, 'ipv4');
local.addAddress('255.255.255.255', 'ipv4');
local.addAddress(unspecified, 'ipv6');
local.addAddress('::1', 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');
local.addSubnet('ff00::', 8, 'ipv6');

/** IPv4 addresses inside IPv6, such as ::ffff:127.0.0.1, count as what they are. */
export const isLocal = (address: string): boolean =>
  local.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const notAllowed = () => badRequest('address not allowed');

/**
 * Says where a host is, for connections: every address that is dialled was checked, since there is no second look-up.
 * Throws BadRequest at once for a literal address that is not allowed. `resolve`: the system's resolver.
 */
export function checkedLookup(host: string, allowLocal: boolean, resolve: Resolve = lookup): LookupFunction {
  if (!allowLocal && isIP(host) !== 0 && isLocal(host)) throw notAllowed();
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '');
      if (!allowLocal && addresses.some(({ address }) => isLocal(address)))
        return done(notAllowed() as unknown as NodeJS.ErrnoException, '');
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      done(null, first!.address, first!.family);
    });
  };
}
