import { expect, it } from 'vitest';
import { Bitmap } from './bitmap.ts';

it.each([
  [[], ''],
  [[0], '01'],
  [[0, 1, 9], '0203'],
  [[8], '0100'],
  [[253], `20${'00'.repeat(31)}`],
])('%j taken is the number %s', (taken, hex) => {
  const bits = new Bitmap(254);
  for (const index of taken) expect(bits.set(index)).toBe(true);
  expect(bits.toBytes().toString('hex')).toBe(hex);
  expect([...new Bitmap(254, Buffer.from(hex, 'hex')).taken()]).toEqual(taken);
});

it('is set once, and free again when it is cleared', () => {
  const bits = new Bitmap(10);
  expect([bits.set(3), bits.set(3), bits.has(3)]).toEqual([true, false, true]);
  bits.clear(3);
  expect([bits.has(3), bits.set(3)]).toEqual([false, true]);
});

it('has nothing beyond its end, whatever the bytes say', () => {
  const bits = new Bitmap(4, Buffer.from('ffffff', 'hex'));
  expect([bits.has(3), bits.has(4), bits.set(4)]).toEqual([true, false, false]);
});

it.each([
  [[], 5, 0, 5],
  [[5, 6], 5, 0, 7],
  [[18, 19], 18, 0, 0],
  [[0, 18, 19], 18, 1, 1],
  [Array.from({ length: 20 }, (_, index) => index), 7, 0, undefined],
  [Array.from({ length: 17 }, (_, index) => index), 0, 0, 17],
])('of 20 with %j taken the next free from %i, or from %i, is %s', (taken, start, first, expected) => {
  const bits = new Bitmap(20);
  for (const index of taken) bits.set(index);
  expect(bits.nextFree(start, { from: first, to: 20 }, () => false)).toBe(expected);
});

it('passes over what is kept though it is not set', () => {
  const bits = new Bitmap(20);
  bits.set(4);
  const isKept = (index: number): boolean => index !== 7;
  expect(bits.nextFree(10, { from: 2, to: 12 }, isKept)).toBe(7);
  expect(bits.nextFree(10, { from: 8, to: 12 }, isKept)).toBeUndefined();
});
