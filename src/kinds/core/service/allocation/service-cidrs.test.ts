import { describe, expect, it } from 'vitest';
import type { NetworkingV1ServiceCIDR } from '../../../../api/schema/types.gen.ts';
import { AddressRange } from '../../../shared/addresses/address-range.ts';
import { allRanges, readyRanges } from './service-cidrs.ts';

const flags = [AddressRange.parse('10.0.0.0/24')!];
const known = { flags, defaultName: 'kubernetes' };

const range = (
  name: string,
  cidrs: string[],
  ready?: string,
  isDeleted = false,
): NetworkingV1ServiceCIDR => ({
  apiVersion: 'networking/v1',
  kind: 'ServiceCIDR',
  metadata: { name, ...(isDeleted && { deletionTimestamp: '2021-03-04T05:06:07Z' }) },
  spec: { cidrs },
  status:
    ready === undefined
      ? {}
      : { conditions: [{ type: 'Ready', status: ready, lastTransitionTime: '', reason: '', message: '' }] },
});
const own = range('kubernetes', ['10.0.0.0/24'], 'True');

describe('addresses come from', () => {
  it.each<[string, NetworkingV1ServiceCIDR[], string[]]>([
    ['the ranges of the flags before they have an object', [], ['10.0.0.0/24']],
    ['those of the object of the flags', [own], ['10.0.0.0/24']],
    [
      'further ranges after those of the flags',
      [range('a', ['10.1.0.0/28'], 'True'), own],
      ['10.0.0.0/24', '10.1.0.0/28'],
    ],
    [
      'a range that two objects have once',
      [own, range('a', ['10.1.0.0/28'], 'True'), range('b', ['10.1.0.0/28'], 'True')],
      ['10.0.0.0/24', '10.1.0.0/28'],
    ],
    ['no range that nobody has called ready', [own, range('a', ['10.1.0.0/28'])], ['10.0.0.0/24']],
    ['no range that is not ready', [own, range('a', ['10.1.0.0/28'], 'False')], ['10.0.0.0/24']],
    ['no range that is being deleted', [own, range('a', ['10.1.0.0/28'], 'True', true)], ['10.0.0.0/24']],
    ['none where the object of the flags is not ready', [range('kubernetes', ['10.0.0.0/24'], 'False')], []],
    [
      'the object of the flags, where that has another range than these',
      [range('kubernetes', ['10.9.0.0/24'], 'True')],
      ['10.9.0.0/24'],
    ],
    [
      'the ranges of the flags where another object has them',
      [range('kubernetes', ['10.0.0.0/24'], 'True', true), range('b', ['10.0.0.0/24'], 'True')],
      ['10.0.0.0/24'],
    ],
    ['no range of IPv6 that is too large', [own, range('a', ['fd00::/63'], 'True')], ['10.0.0.0/24']],
    ['a large range of IPv6', [own, range('a', ['fd00::/64'], 'True')], ['10.0.0.0/24', 'fd00::/64']],
  ])('%s', (_, objects, expected) => {
    expect(readyRanges(objects, known).map(({ text }) => text)).toEqual(expected);
  });
});

it('all ranges are those of the flags, and of every ServiceCIDR', () => {
  const objects = [range('a', ['10.1.0.0/28', 'fd00::/60'], 'False'), range('b', ['x'])];
  expect(allRanges(objects, known).map(({ text }) => text)).toEqual([
    '10.0.0.0/24',
    '10.1.0.0/28',
    'fd00::/60',
  ]);
});
