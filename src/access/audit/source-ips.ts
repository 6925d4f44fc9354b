import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv4, SocketAddress } from 'node:net';

/**
 * The addresses that proxies on the way name as the source of a request, and last that of the connection, which a
 * client cannot forge. Values that are no address are left out.
 */
export function sourceIps(headers: IncomingHttpHeaders, remote: string): string[] {
  const result: string[] = [];
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined) {
    for (const part of String(forwarded).split(',')) {
      const address = canonical(part.trim());
      if (address !== undefined) result.push(address);
    }
  }
  const real = headers['x-real-ip'];
  const realAddress = real === undefined ? undefined : canonical(String(real));
  if (realAddress !== undefined && !result.includes(realAddress)) result.push(realAddress);
  const peer = canonical(remote);
  if (peer !== undefined && result.at(-1) !== peer) result.push(peer);
  return result;
}

const mapped = '::ffff:';

/** Canonical text of an address: of IPv6 the short form; of an IPv4 address in the clothes of IPv6 the IPv4 address. */
function canonical(text: string): string | undefined {
  if (isIPv4(text)) return text;
  if (isIP(text) !== 6 || text.includes('%')) return undefined;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  const rest = address.startsWith(mapped) ? address.slice(mapped.length) : '';
  return isIPv4(rest) ? rest : address;
}
