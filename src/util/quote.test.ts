import { describe, expect, test } from 'vitest';
import { goQuote } from './quote.ts';

describe('goQuote', () => {
  const cases: [text: string, quoted: string][] = [
    ['', '""'],
    ['plain text ~', '"plain text ~"'],
    ['a "b" \\', '"a \\"b\\" \\\\"'],
    ['\x07\b\f\n\r\t\v', '"\\a\\b\\f\\n\\r\\t\\v"'],
    ['\0\x1b\x7f', '"\\x00\\x1b\\x7f"'],
    ["'<&>'", `"'<&>'"`],
    ['grüße 世界 😀', '"grüße 世界 😀"'],
    ['\u00a0\u200b\u2028\ufeff', '"\\u00a0\\u200b\\u2028\\ufeff"'],
    ['\u{e0001}', '"\\U000e0001"'],
    ['e\u0301', '"e\u0301"'],
    ['\ud800', '"\\ufffd"'],
    ['a\udc00b', '"a\\ufffdb"'],
    ['__proto__', '"__proto__"'],
  ];
  test.each(cases)('%j', (text, quoted) => expect(goQuote(text)).toBe(quoted));
});
