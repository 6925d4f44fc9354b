import { expect, test } from 'vitest';
import { implementedRelease } from './release.ts';

test.each([
  ['1.19', '1.19'],
  ['1.32', '1.32'],
  ['1.33', '1.36'],
  ['1.35', '1.36'],
  ['1.36', '1.36'],
])('a server that emulates %s has the shapes and rules of %s', (emulated, implemented) => {
  expect(implementedRelease(emulated)).toBe(implemented);
});
