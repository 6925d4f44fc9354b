import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { Throttle } from './throttle.ts';

const pieces = (count: number) =>
  Readable.from(Array.from({ length: count }, () => Buffer.alloc(1_000, 'x')));

it('lets no more bytes pass than so many a second, and all of them in the end', async () => {
  const begun = performance.now();
  const passed = await buffer(pieces(15).pipe(new Throttle(10_000)));
  expect(passed.length).toBe(15_000);
  // A second's worth passes at once.
  expect(performance.now() - begun).toBeGreaterThan(450);
});
