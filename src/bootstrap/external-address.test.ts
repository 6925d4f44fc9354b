import { expect, test } from 'vitest';
import { externalAddress } from './external-address.ts';

test.each([
  ['api.example', 'api.example:6443'],
  ['api.example:443', 'api.example:443'],
  ['10.0.0.1', '10.0.0.1:6443'],
  ['10.0.0.1:443', '10.0.0.1:443'],
  ['fd00::1', '[fd00::1]:6443'],
  ['[fd00::1]', '[fd00::1]:6443'],
  ['[fd00::1]:443', '[fd00::1]:443'],
])('%s is reached at %s', (host, address) => {
  expect(externalAddress(host, 6443)).toBe(address);
});
