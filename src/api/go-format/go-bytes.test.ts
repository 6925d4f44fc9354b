import { expect, test } from 'vitest';
import { maxValueLength } from '../../util/truncate.ts';
import { goBytes } from './go-bytes.ts';

test.each([
  [[], '[]byte(nil)'],
  [[10], '[]byte{0xa}'],
  [[0x2d, 0, 15, 16, 255], '[]byte{0x2d, 0x0, 0xf, 0x10, 0xff}'],
])('the bytes %j are printed as %s', (bytes, text) => {
  expect(goBytes(Uint8Array.from(bytes)).text).toBe(text);
});

test('only as many bytes are printed as a message shows', () => {
  const { text } = goBytes(new Uint8Array(1_000_000));
  expect(text.length).toBeGreaterThan(maxValueLength);
  expect(text.length).toBeLessThan(1.1 * maxValueLength);
});
