import { maxValueLength, truncate } from './truncate.ts';

const shortEscapes: Readonly<Record<string, string>> = {
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
 * What is not printed as it is: quote and backslash, and whatever is no letter, mark, number, punctuation or
 * symbol. Of the spaces only the plain one is printable. The flag makes a surrogate match only when it is alone.
 */
const special = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** Printable ASCII without quote and backslash: nearly every text. */
const plain = /^[ !#-[\]-~]*$/;

function escapeOf(character: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0)!;
  const hex = code.toString(16);
  if (code < 0x20 || code === 0x7f) return `\\x${hex.padStart(2, '0')}`;
  // A lone surrogate is no character at all: Protobuf would carry the replacement character for it.
  if (code >= 0xd800 && code <= 0xdfff) return '\\ufffd';
  return code < 0x1_0000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/**
 * A text in double quotes as Go's `%q` prints it, which is how messages of the API quote.
 *
 *     goQuote('a "b"\n') === '"a \\"b\\"\\n"'
 *
 * Of a long text the beginning is quoted, and dots say that it goes on.
 */
export function goQuote(text: string): string {
  return goQuoteWhole(text.length > maxValueLength ? truncate(text) : text);
}

/** The same for a text that is bounded by other means, and has to be whole. */
export function goQuoteWhole(text: string): string {
  return plain.test(text) ? `"${text}"` : `"${text.replace(special, escapeOf)}"`;
}
