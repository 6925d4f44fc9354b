import { createSecureContext } from 'node:tls';
import { expect, it } from 'vitest';
import { curvesOf } from './curves.ts';

it.each([
  [[], undefined],
  [['29', '23'], 'X25519:prime256v1'],
  [['X25519MLKEM768', 'CurveP384'], 'X25519MLKEM768:secp384r1'],
])('%j is %s, which OpenSSL knows', (names, expected) => {
  expect(curvesOf(names)).toBe(expected);
  if (expected !== undefined) expect(() => createSecureContext({ ecdhCurve: expected })).not.toThrow();
});

it('refuses others', () => {
  expect(() => curvesOf(['22'])).toThrow('curve 22 is not one of 23, 24, 25, 29, 4588');
});
