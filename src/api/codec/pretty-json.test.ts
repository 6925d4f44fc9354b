import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writePrettyJson } from './json.ts';
import { PrettyJson, prettyJson } from './pretty-json.ts';

const anyJson = fc.jsonValue({ maxDepth: 8 });

/** Indents the text in pieces. */
function inPieces(json: Buffer, given: number, room: number): string {
  const printer = new PrettyJson();
  let text = '';
  for (let at = 0; at < json.length; at += given) {
    const source = json.subarray(at, at + given);
    for (let read = 0; read < source.length; ) {
      const target = Buffer.alloc(room);
      const progress = printer.print(source, read, target, 0);
      expect(progress.read > read || progress.written > 0).toBe(true);
      read = progress.read;
      text += target.toString('latin1', 0, progress.written);
    }
  }
  return Buffer.from(text, 'latin1').toString();
}

test('any value is indented as by JSON.stringify, in pieces of any size', () => {
  fc.assert(
    fc.property(
      anyJson,
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 30, max: 90 }),
      (value, given, room) => {
        const json = Buffer.from(JSON.stringify(value));
        const expected = writePrettyJson(value);
        expect(inPieces(json, given, room)).toBe(expected);
        expect(prettyJson(json).toString()).toBe(expected);
      },
    ),
  );
});

test.each([
  ['{}', '{}'],
  ['[]', '[]'],
  ['[[],{}]', '[\n  [],\n  {}\n]'],
  ['{"a":{"b":[1,2]}}\n', '{\n  "a": {\n    "b": [\n      1,\n      2\n    ]\n  }\n}'],
  ['{ "a" : [ ] , "b": 1.50 }', '{\n  "a": [],\n  "b": 1.50\n}'],
  ['{"a\\"{,":"\\\\","b":12345678901234567890}', '{\n  "a\\"{,": "\\\\",\n  "b": 12345678901234567890\n}'],
  ['"日本"', '"日本"'],
  ['-1e3', '-1e3'],
])('the JSON text %s is indented', (json, pretty) => {
  expect(prettyJson(Buffer.from(json)).toString()).toBe(pretty);
  expect(inPieces(Buffer.from(json), 3, 40)).toBe(pretty);
});

test('a text of nothing but nested arrays is indented whole', () => {
  const json = `${'['.repeat(500)}1${',1'.repeat(400)}${']'.repeat(500)}`;
  expect(prettyJson(Buffer.from(json)).toString()).toBe(writePrettyJson(JSON.parse(json)));
});
