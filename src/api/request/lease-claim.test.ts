import { expect, it } from 'vitest';
import { claimText, parseClaim } from './lease-claim.ts';

it.each(['host_0b', 'a/b c,d', 'ä%', '%2f'])('the holder %j is read as it was written', (holder) => {
  const claim = { namespace: 'system', name: 'manager', holder };
  expect(claimText(claim)).toMatch(/^[\x21-\x7e]+$/);
  expect(parseClaim(claimText(claim))).toEqual(claim);
});

it.each(['', 'a', 'a/b', 'a/b/', '/b/c', 'a//c', 'a/b/c/d', 'a/b/%'])('%j is no claim', (text) => {
  expect(parseClaim(text)).toBeUndefined();
});
