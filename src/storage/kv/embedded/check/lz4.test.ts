import { describe, expect, it } from 'vitest';
import { decompress } from './lz4.ts';

/** A value of so many bytes and its block. */
const stored = (size: number, ...block: number[]): Buffer =>
  Buffer.from([254, size >> 16, (size >> 8) & 255, size & 255, ...block]);

const [a, b] = Buffer.from('ab') as unknown as [number, number];

describe('a value as the library stores it', () => {
  it.each<[string, Buffer, string]>([
    ['that is not compressed', Buffer.from('plain'), 'plain'],
    ['of literals', stored(2, 0x20, a, b), 'ab'],
    ['with a match that reaches into what it makes', stored(8, 0x12, a, 1, 0, 0x10, b), 'aaaaaaab'],
    ['with a match behind, and not overlapping', stored(9, 0x40, a, b, a, a, 4, 0, 0x10, b), 'abaaabaab'],
    ['with a match in the dictionary', stored(5, 0x00, 8, 0, 0x10, b), '\0\0\0\0b'],
    ['with a length of more than one byte', stored(20, 0xf0, 5, ...Buffer.alloc(20, a)), 'a'.repeat(20)],
  ])('%s', (_, bytes, text) => expect(decompress(bytes, 100)?.toString()).toBe(text));

  it.each<[string, Buffer]>([
    ['is larger than any', stored(101, 0x10, a)],
    ['has more than its size', stored(1, 0x20, a, b)],
    ['has less than its size', stored(3, 0x20, a, b)],
    ['ends within literals', stored(3, 0x30, a, b)],
    ['ends within a distance', stored(8, 0x12, a, 1)],
    ['ends within a length', stored(300, 0xf0, 255)],
    ['matches before the dictionary', stored(8, 0x12, a, 10, 0, 0x10, b)],
    ['matches nothing', stored(8, 0x12, a, 0, 0, 0x10, b)],
    ['has no block', Buffer.from([254, 0])],
    ['has no last literals', stored(7, 0x12, a, 1, 0)],
  ])('is not read when it %s', (_, bytes) => expect(decompress(bytes, 100)).toBeUndefined());
});
