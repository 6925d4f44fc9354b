import { describe, expect, test } from 'vitest';
import { pemBlocks } from './pem.ts';

const block = (label: string, body = 'MAA=\n', end = label): string =>
  `-----BEGIN ${label}-----\n${body}-----END ${end}-----\n`;
const read = (text: string): [label: string, hex: string, headers: boolean][] =>
  pemBlocks(text).map(({ label, bytes, hasHeaders }) => [label, bytes.toString('hex'), hasHeaders]);

describe('the PEM blocks of', () => {
  test.each<[string, string, ReturnType<typeof read>]>([
    ['nothing', '', []],
    ['one', block('A B'), [['A B', '3000', false]]],
    [
      'two, with words between',
      `x\n${block('A')}y\n${block('B')}z`,
      [
        ['A', '3000', false],
        ['B', '3000', false],
      ],
    ],
    ['one with a header', block('A', 'N: v\n\nMAA=\n'), [['A', '3000', true]]],
    ['one of lines that end in CR LF', block('A').replaceAll('\n', '\r\n'), [['A', '3000', false]]],
    ['one with blanks in its data', block('A', 'M A\tA=\n'), [['A', '3000', false]]],
    ['one without data', block('A', ''), [['A', '', false]]],
    ['one that is not closed', '-----BEGIN A-----\nMAA=\n', []],
    ['one that another one closes', block('A', 'MAA=\n', 'B'), []],
    ['one that begins twice', `-----BEGIN A-----\n${block('A')}`, [['A', '3000', false]]],
    ['one that ends twice', `${block('A')}-----END A-----\n`, [['A', '3000', false]]],
    ['a malformed one and one', block('A', 'M?\n') + block('B'), [['B', '3000', false]]],
    ['one whose data is cut off', block('A', 'MAA\n'), []],
    ['one with words behind its last line', block('A').replace(/\n$/, ' x\n'), []],
    ['one within a line', ` ${block('A')}`, []],
  ])('%s', (_, text, blocks) => expect(read(text)).toEqual(blocks));

  test('31,000 BEGIN lines without an END are parsed in one pass', () => {
    const start = performance.now();
    expect(read('-----BEGIN CERTIFICATE REQUEST-----\n'.repeat(31_000))).toEqual([]);
    expect(read(`${'-----BEGIN A-----\n'.repeat(31_000)}-----END A-----\n`)).toEqual([['A', '', false]]);
    expect(read('-----END A-----\n'.repeat(31_000))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
