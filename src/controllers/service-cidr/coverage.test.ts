import { expect, it } from 'vitest';
import type { NetworkingV1ServiceCIDR } from '../../api/schema/types.gen.ts';
import { isNeeded } from './coverage.ts';

const range = (name: string, cidrs: string[], isDeleted = false): NetworkingV1ServiceCIDR => ({
  apiVersion: 'networking/v1',
  kind: 'ServiceCIDR',
  metadata: { name, ...(isDeleted && { deletionTimestamp: '2021-03-04T05:06:07Z' }) },
  spec: { cidrs },
  status: {},
});

it.each<[string, string[], NetworkingV1ServiceCIDR[], string[], boolean]>([
  ['without addresses', ['10.1.0.0/24'], [], [], false],
  ['with an address', ['10.1.0.0/24'], [], ['10.1.0.9'], true],
  ['with addresses elsewhere', ['10.1.0.0/24'], [], ['10.0.0.9', 'fd00::1'], false],
  ['with an address of its second range', ['10.1.0.0/24', 'fd00::/64'], [], ['fd00::1'], true],
  ['that another covers', ['10.1.0.0/24'], [range('b', ['10.0.0.0/8'])], ['10.1.0.9'], false],
  ['that another has as well', ['10.1.0.0/24'], [range('b', ['10.1.0.0/24'])], ['10.1.0.9'], false],
  [
    'half of which another covers',
    ['10.1.0.0/24', 'fd00::/64'],
    [range('b', ['10.0.0.0/8'])],
    ['fd00::1'],
    true,
  ],
  [
    'whose address lies in a smaller one',
    ['10.1.0.0/24'],
    [range('b', ['10.1.0.0/28'])],
    ['10.1.0.9'],
    false,
  ],
  [
    'whose address lies beside a smaller one',
    ['10.1.0.0/24'],
    [range('b', ['10.1.0.0/28'])],
    ['10.1.0.99'],
    true,
  ],
  [
    'that another covers which goes as well',
    ['10.1.0.0/24'],
    [range('b', ['10.0.0.0/8'], true)],
    ['10.1.0.9'],
    true,
  ],
])('a range %s', (_, cidrs, others, addresses, expected) => {
  const own = range('a', cidrs, true);
  expect(isNeeded(own, [own, ...others], addresses)).toBe(expected);
});
