import { describe, expect, it } from 'vitest';
import { isWellFormedType, parseAccept } from './media-type.ts';

describe('a header as long as a client may send it is read once, and not with the square of its length', () => {
  const size = 128 * 1024;
  it('of clauses that each precede those before them', () => {
    const clauses = parseAccept('*/*,'.repeat(size / 8) + 'a/b,'.repeat(size / 8));
    expect([clauses.length, clauses[0]!.type, clauses.at(-1)!.type]).toEqual([size / 4, 'a/b', '*/*']);
  });

  it.each([
    [`a/b${' '.repeat(size)};c`, false],
    [`a/b;c=d${' '.repeat(size)};`, true],
    [`a/b;c=d${' '.repeat(size)}e`, false],
    [`a/b${';c=d'.repeat(size / 4)}`, true],
    [`a/b;c="${'\\d'.repeat(size / 2)}`, false],
  ])('of parameters', (text, isWell) => expect(isWellFormedType(text)).toBe(isWell));
});
