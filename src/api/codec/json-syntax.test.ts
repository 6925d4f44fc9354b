import { expect, it } from 'vitest';
import { syntaxError } from './json-syntax.ts';

it.each([
  ['', 'unexpected end of JSON input'],
  ['{"a":[1,{"b":', 'unexpected end of JSON input'],
  ['"abc', 'unexpected end of JSON input'],
  ['-', 'unexpected end of JSON input'],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{1:2}', "invalid character '1' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1;', "invalid character ';' after object key:value pair"],
  ['[1 2]', "invalid character '2' after array element"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ["'a'", "invalid character '\\'' looking for beginning of value"],
  ['tru3', "invalid character '3' in literal true (expecting 'e')"],
  ['"a\nb"', "invalid character '\\n' in string literal"],
  ['"\\q"', "invalid character 'q' in string escape code"],
  ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1ex', "invalid character 'x' in exponent of numeric literal"],
  ['01', "invalid character '1' after top-level value"],
  ['{} {}', "invalid character '{' after top-level value"],
  ['\u00e9', "invalid character '\u00c3' looking for beginning of value"],
])('the syntax error of %j is that of Go', (text, message) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(syntaxError(text)).toBe(message);
});
