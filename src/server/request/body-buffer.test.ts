import { describe, expect, test } from 'vitest';
import { BodyBuffer } from './body-buffer.ts';

const max = 3 * 1024 * 1024;

describe('a body', () => {
  test('is what came in its pieces', () => {
    const body = new BodyBuffer(max);
    for (let i = 0; i < 10_000; i++) body.add(Buffer.from(`${i},`));
    expect(body.bytes().toString()).toBe(Array.from({ length: 10_000 }, (_, i) => `${i},`).join(''));
  });

  test('that comes in one piece, as long as it was declared, is not copied', () => {
    const body = new BodyBuffer(5);
    const piece = Buffer.from('whole');
    body.add(piece);
    expect(body.bytes().buffer).toBe(piece.buffer);
  });

  test('keeps nothing of the buffers that its pieces are parts of', () => {
    const body = new BodyBuffer(max);
    const slab = Buffer.alloc(65_536);
    body.add(slab.subarray(0, 1));
    expect(body.bytes().buffer).not.toBe(slab.buffer);
    expect(body.bytes().buffer.byteLength).toBeLessThan(8_192);
  });

  test('tells beforehand by how much it grows, twice the bytes that came at most', () => {
    const body = new BodyBuffer(max);
    const piece = Buffer.alloc(1_000);
    let grown = 0;
    for (let sent = 0; sent + 1_000 <= max; sent += 1_000) {
      grown += body.growthFor(piece);
      body.add(piece);
      expect(body.bytes().buffer.byteLength).toBe(grown);
      expect(grown).toBeLessThanOrEqual(Math.max(4_096, 2 * (sent + 1_000)));
    }
    expect(grown).toBeLessThanOrEqual(max);
  });

  test('takes no more than was declared', () => {
    const body = new BodyBuffer(10);
    for (let i = 0; i < 10; i++) body.add(Buffer.from('x'));
    expect(body.bytes().buffer.byteLength).toBe(10);
  });
});

test.each([
  ['of one byte each', 1, 4_097],
  ['of 31 bytes each', 31, 4_097],
])('thousands of pieces %s are absurd', (_, size, count) => {
  const body = new BodyBuffer(max);
  const piece = Buffer.alloc(size);
  for (let i = 1; i < count; i++) body.add(piece);
  expect(body.isAbsurd).toBe(false);
  body.add(piece);
  expect(body.isAbsurd).toBe(true);
});

test('pieces of 32 bytes are not', () => {
  const body = new BodyBuffer(max);
  for (let i = 0; i < max / 32; i++) body.add(Buffer.alloc(32));
  expect(body.isAbsurd).toBe(false);
});
