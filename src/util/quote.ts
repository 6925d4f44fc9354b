import { maxValueLength, truncate } from './truncate.ts';

/** Escapes of characters that have one of a letter, and of quote and backslash. */
export const shortEscapes: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
};

/**
 * Characters that are escaped: quote, backslash and all but letters, marks, numbers, punctuation, symbols and the plain
 * space. With the flag `u` only a lone surrogate matches.
 */
const special = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** Printable ASCII without quote and backslash, as nearly every text is. */
const plain = /^[ !#-[\]-~]*$/;

function escapeOf(character: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0)!;
  const hex = code.toString(16);
  if (code < 0x20 || code === 0x7f) return `\\x${hex.padStart(2, '0')}`;
  // A lone surrogate has no UTF-8: Protobuf would carry the replacement character.
  if (code >= 0xd800 && code <= 0xdfff) return '\\ufffd';
  return code < 0x1_0000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/**
 * Quotes a text, truncated, as Go's `%q` and messages of the API do:
 *
 *     goQuote('a "b"\n') === '"a \\"b\\"\\n"'
 */
export function goQuote(text: string): string {
  return goQuoteWhole(text.length > maxValueLength ? truncate(text) : text);
}

/** Does not truncate. */
export function goQuoteWhole(text: string): string {
  return plain.test(text) ? `"${text}"` : `"${text.replace(special, escapeOf)}"`;
}

/** A UTF-16 code unit as JSON and YAML escape it: `\u2028`. */
export const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
