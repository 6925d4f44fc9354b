import { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { expect, it } from 'vitest';
import { setWarnings } from './warnings.ts';

/** The texts as a client reads them: bytes of UTF-8. */
function warnings(...texts: string[]): string[] {
  const response = new ServerResponse({ method: 'GET' } as never);
  setWarnings(response as unknown as Response, texts);
  const headers = [response.getHeader('warning') ?? []].flat() as string[];
  return headers.map((header) => Buffer.from(header, 'latin1').toString());
}

it.each([
  ['unknown field "spec.x"', '299 - "unknown field \\"spec.x\\""'],
  ['a \\ backslash', '299 - "a \\\\ backslash"'],
  ['unknown field "data.日本"', '299 - "unknown field \\"data.日本\\""'],
  ['é and 🎈', '299 - "é and 🎈"'],
  ['half of one: \ud83c', '299 - "half of one: \ufffd"'],
])('a warning quotes what ends its text, and goes out as UTF-8: %s', (text, header) => {
  expect(warnings(text)).toEqual([header]);
});

it.each(['a\r\nX-Other: b', 'a\0b', 'a\u0085b', 'a\x7fb', ''])('%j is no text of a header', (text) => {
  expect(warnings(text, 'other')).toEqual(['299 - "other"']);
});

it('each text is sent once', () => {
  expect(warnings('a', 'b', 'a')).toEqual(['299 - "a"', '299 - "b"']);
});

it('when they are too long together, each is cut between two characters', () => {
  const long = '🎈'.repeat(5_000);
  expect(warnings(long, 'b')).toEqual([`299 - "${'🎈'.repeat(256)}"`, '299 - "b"']);
  expect(warnings('🎈'.repeat(4_000))).toEqual([`299 - "${'🎈'.repeat(4_000)}"`]);
  const many = Array.from({ length: 1_000 }, (_, index) => `${index} ${'x'.repeat(1_000)}`);
  expect(warnings(...many)).toHaveLength(17);
});
