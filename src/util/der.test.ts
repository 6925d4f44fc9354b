import { describe, expect, it } from 'vitest';
import { derSequence, derValue, derValues } from './der.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const truncated = 'asn1: syntax error: data truncated';
const indefinite = 'asn1: syntax error: indefinite length found (not DER)';
const notMinimal = 'asn1: structure error: non-minimal length';

describe('values in DER', () => {
  it.each<[hex: string, max: number, values: [tag: number, content: string][]]>([
    ['', 1, []],
    ['05 00', 1, [[5, '']]],
    [
      '02 01 07  02 01 08',
      2,
      [
        [2, '07'],
        [2, '08'],
      ],
    ],
    ['02 01 07  02 01 08', 1, [[2, '07']]],
    ['02 01 07  02', 1, [[2, '07']]],
    [`04 7f ${'61'.repeat(127)}`, 1, [[4, '61'.repeat(127)]]],
    [`04 81 80 ${'61'.repeat(128)}`, 1, [[4, '61'.repeat(128)]]],
    [`04 82 01 00 ${'61'.repeat(256)}`, 1, [[4, '61'.repeat(256)]]],
  ])('%j, at most %i', (hex, max, values) => {
    const read = derValues(bytes(hex), max);
    expect(read.map(({ tag, content }) => [tag, content.toString('hex')])).toEqual(values);
  });

  it.each<[situation: string, hex: string, message: string]>([
    ['a tag alone', '30', truncated],
    ['a length without content', '30 01', truncated],
    ['a length that is cut', '30 82 01', truncated],
    ['a content that is cut', '04 81 80 61', truncated],
    ['a length of five bytes', '04 85 01 00 00 00 00', truncated],
    ['a second value that is cut', '05 00 30 01', truncated],
    ['an indefinite length', '30 80 05 00 00 00', indefinite],
    ['an indefinite length, with 128 bytes behind it', `30 80 ${'00'.repeat(128)}`, indefinite],
    ['a short length in the long form', '04 81 01 61', notMinimal],
    ['a length that begins with zero', `04 82 00 80 ${'61'.repeat(128)}`, notMinimal],
  ])('%s is refused', (_, hex, message) => expect(() => derValues(bytes(hex), 2)).toThrow(message));

  it.each([0, 1, 127, 128, 255, 256, 65_535, 65_536])(
    'a content of %i bytes is read as written',
    (length) => {
      const content = Buffer.alloc(length, 'a');
      const written = derValue(derSequence, content);
      expect(derValues(written, 1)).toEqual([{ tag: derSequence, bytes: written, content }]);
    },
  );
});
