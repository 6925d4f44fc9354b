import { expect, test } from 'vitest';
import { sourceIps } from './source-ips.ts';

test.each<[string, Record<string, string>, string, string[]]>([
  ['the peer', {}, '10.0.0.1', ['10.0.0.1']],
  ['an IPv4 peer in the clothes of IPv6', {}, '::ffff:10.0.0.1', ['10.0.0.1']],
  [
    'proxies, then the peer',
    { 'x-forwarded-for': '1.1.1.1, 2.2.2.2' },
    '10.0.0.1',
    ['1.1.1.1', '2.2.2.2', '10.0.0.1'],
  ],
  ['the real address', { 'x-real-ip': '1.1.1.1' }, '10.0.0.1', ['1.1.1.1', '10.0.0.1']],
  [
    'which is there once',
    { 'x-forwarded-for': '1.1.1.1', 'x-real-ip': '1.1.1.1' },
    '::1',
    ['1.1.1.1', '::1'],
  ],
  [
    'the peer once, at the end',
    { 'x-forwarded-for': '1.1.1.1,10.0.0.1' },
    '10.0.0.1',
    ['1.1.1.1', '10.0.0.1'],
  ],
  ['IPv6 in its short form', { 'x-real-ip': '2001:DB8:0:0::1' }, '::1', ['2001:db8::1', '::1']],
  ['nothing of what is no address', { 'x-forwarded-for': 'evil\n,1.2.3,01.1.1.1', 'x-real-ip': 'x' }, '', []],
])('%s', (_, headers, remote, addresses) => {
  expect(sourceIps(headers, remote)).toEqual(addresses);
});
