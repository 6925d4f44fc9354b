import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import type { Band } from '../../../../registry/ranges/bands.ts';
import { Bitmap } from '../../../../registry/ranges/bitmap.ts';
import type { Member, RangeClaims } from '../../../../registry/ranges/range-claims.ts';
import { noRangeObserver } from '../../../../registry/ranges/range-observer.ts';
import { AddressRange } from '../../../shared/addresses/address-range.ts';
import { ClusterIpAllocation } from './cluster-ips.ts';
import { FlagRanges } from './flag-ranges.ts';
import type { SharedAddresses } from './ranges.ts';
import { ReadyRanges } from './ready-ranges.ts';

const flags = AddressRange.parse('10.0.0.0/24')!;
const flagRanges = [{ addresses: flags, shared: {} }] as unknown as SharedAddresses[];
const gates = new FeatureGates('1.36');

let bits: Bitmap;
let objects: Set<string>;
let ready: string[];

/** Takes the first free member of a band. */
const claims = {
  hold: () => {},
  anyOf: ({ from }: Band) => from,
  claim: async ({ index }: Member) => bits.set(index),
  pick: async (_: unknown, bands: readonly Band[], isKept: (index: number) => boolean) => {
    for (const band of bands) {
      const next = bits.nextFree(band.from, band, isKept);
      if (next !== undefined && bits.set(next)) return next;
    }
    return undefined;
  },
} as unknown as RangeClaims;

const source = new ReadyRanges({
  flagRanges,
  source: new FlagRanges(flagRanges, gates),
  gates,
  read: async () => ({
    ready: ready.map((text) => AddressRange.parse(text, 2n ** 47n)!),
    hasObject: (address) => objects.has(address),
  }),
});
const wish = (family = 'IPv4', isApiService = false) => ({ family, isApiService, claims });

beforeEach(() => {
  bits = new Bitmap(flags.size);
  objects = new Set();
  ready = ['10.0.0.0/24'];
});

const further = (text: string): unknown => ready.push(text);
const fill = (until: number): void => {
  for (let index = 0; index < until; index++) bits.set(index);
};

describe('a Service that asks for none gets', () => {
  it.each<[string, () => unknown, string | undefined]>([
    ['an address above the static part', () => {}, '10.0.0.17'],
    ['one that no object keeps', () => objects.add('10.0.0.17'), '10.0.0.18'],
    ['one of a further range once the first is full', () => further('10.1.0.0/24') && fill(254), '10.1.0.17'],
    ['one of a range alone that is ready', () => (ready = ['10.1.0.0/28']), '10.1.0.1'],
    ['one of the static part when the others are taken', () => (ready = ['10.1.0.0/30']), '10.1.0.1'],
    ['none when all are taken', () => fill(254), undefined],
    ['none when no range is ready', () => (ready = []), undefined],
    ['none of another family', () => (ready = ['fd00::/64']), undefined],
  ])('%s', async (_, arrange, expected) => {
    arrange();
    expect(await source.pick(wish())).toBe(expected);
  });

  it('one of a large range of IPv6', async () => {
    ready.push('fd00::/64');
    expect(await source.pick(wish('IPv6'))).toBe('fd00::101');
  });

  it('a free one of a range around that of the flags, whose bit is set', async () => {
    ready = ['10.0.0.0/23'];
    for (let index = 32; index < 40; index++) bits.set(index);
    expect(await source.pick(wish())).toBe('10.0.0.41');
    expect(bits.has(40)).toBe(true);
  });

  it('one that is free in a dry run, which takes none', async () => {
    const dry = { ...claims, isDryRun: true, claim: async ({ index }: Member) => !bits.has(index) };
    bits.set(16);
    const asked = { ...wish(), claims: dry as unknown as RangeClaims };
    expect([await source.pick(asked), bits.has(17)]).toEqual(['10.0.0.18', false]);
  });

  it('never the address of the API, which is that Service\u2019s', async () => {
    fill(254);
    bits.clear(0);
    expect(await source.pick(wish())).toBeUndefined();
    expect(await source.pick(wish('IPv4', true))).toBe('10.0.0.1');
  });
});

it('a dry run that asks for an address outside is told the range', async () => {
  const asked = { ...wish(), claims: { ...claims, isDryRun: true } as unknown as RangeClaims };
  expect(await source.claim('10.9.9.9', asked)).toBe(
    'the provided IP (10.9.9.9) is not in the valid range. The range of valid IPs is 10.0.0.0/24',
  );
});

describe('a Service that asks for an address', () => {
  it.each([
    ['gets it', '10.0.0.9', undefined],
    ['gets one of a further range', '10.1.0.9', undefined],
    ['gets one that an IPv6 range does not count', 'fd00::ffff:0:0:1', undefined],
    ['does not get one that is taken', '10.0.0.3', 'provided IP is already allocated'],
    ['does not get that of the API', '10.0.0.1', 'provided IP is already allocated'],
    [
      'does not get one outside of all ranges',
      '10.2.0.1',
      'the provided network does not match the current range',
    ],
    [
      'does not get a network address',
      '10.1.0.0',
      'the provided IP (10.1.0.0) is not in the valid range. The range of valid IPs is 10.1.0.0/24',
    ],
  ])('%s', async (_, address, expected) => {
    ready.push('10.1.0.0/24', 'fd00::/64');
    bits.set(2);
    expect(await source.claim(address, wish())).toBe(expected);
  });
});

it.each<[string, string[] | undefined, string, string]>([
  ['asks for none', undefined, '10.0.0.0/24', 'dynamic'],
  ['asks for one of a further range', ['10.1.0.9'], '10.1.0.0/24', 'static'],
])(
  'the state is read once for a Service that %s, and its range is told',
  async (_, clusterIPs, range, scope) => {
    further('10.1.0.0/24');
    const readState = vi.fn(async () => ({
      ready: ready.map((text) => AddressRange.parse(text)!),
      hasObject: () => false,
    }));
    const address = vi.fn();
    const cluster = { ranges: flagRanges, isApiService: () => false, readState };
    const allocation = new ClusterIpAllocation(cluster, gates, { ...noRangeObserver, now: () => 7, address });
    const spec = { type: 'ClusterIP', ipFamilies: ['IPv4'], ...(clusterIPs && { clusterIPs }) };
    await allocation.allocate({ metadata: { name: 's' }, spec } as never, undefined, claims);
    expect(readState).toHaveBeenCalledTimes(1);
    expect(address.mock.calls).toEqual([[range, scope, true, 7]]);
  },
);
