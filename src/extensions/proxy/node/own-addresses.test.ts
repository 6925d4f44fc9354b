import { expect, it } from 'vitest';
import { OwnAddresses } from './own-addresses.ts';

const own = new OwnAddresses({ services: ['10.0.0.1'], machine: () => ['192.0.2.7', '2001:db8::7'] });

it.each([
  ['192.0.2.7', 6443, true],
  ['2001:db8::7', 6443, true],
  ['2001:db8:0:0::7', 6443, true],
  ['::ffff:192.0.2.7', 6443, true],
  ['64:ff9b::192.0.2.7', 6443, true],
  ['2002:c000:207::1', 6443, true],
  ['127.0.0.1', 6443, true],
  ['::', 6443, true],
  ['10.0.0.1', 443, true],
  ['::10.0.0.1', 443, true],
  // The agent of the node on which the server runs.
  ['192.0.2.7', 10_250, false],
  ['127.0.0.1', 10_250, false],
  ['192.0.2.8', 6443, false],
])("%s:%i is a server's own that serves at 6443: %s", (address, port, expected) => {
  expect(own.has(address, port, 6443)).toBe(expected);
});
