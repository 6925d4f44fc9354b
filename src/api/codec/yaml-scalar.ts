import { resolvePlain } from './yaml-resolve.ts';

/**
 * Strings as YAML 1.1, as Go's library writes them: plain where they cannot be mistaken for anything else, in single
 * quotes where only their characters stand against that, in double quotes where they would be another value or have
 * characters that must be escaped; several lines as a block; long ones folded at spaces.
 */

/** Plain in every position, unless it is a reserved word, as nearly all texts are. */
const plainWords = /^[A-Za-z_/$(][\w./@+=$()-]*(?:[ :][\w./@+=$()-]+)*$/;

/** Booleans and null of YAML 1.1. */
const reservedWords =
  /^(?:~|[Nn]ull|NULL|[Yy]|[Yy]es|YES|[Nn]|[Nn]o|NO|[Tt]rue|TRUE|[Ff]alse|FALSE|[Oo]n|ON|[Oo]ff|OFF)?$/;

const digits = '[0-9][0-9_]*';
/** Texts that some reader of YAML 1.1 takes for a number or a timestamp; `resolvePlain` knows what Go's clients do. */
const numbers = new RegExp(
  [
    '^(?:[-+]?(?:',
    // 1, 0b1, 017, 0x1f
    `0b[01_]+|0[0-7_]+|${digits}|0x[0-9a-fA-F_]+|`,
    // 1.5, .5, 1e3, .5e3
    `${digits}\\.[0-9_]*|\\.[0-9][0-9_]*|(?:${digits}(?:\\.[0-9_]*)?|\\.[0-9][0-9_]*)[eE][-+]?[0-9]+|`,
    // 1:30, 1:30.5
    `${digits}(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?|\\.(?:inf|Inf|INF))|`,
    '\\.(?:nan|NaN|NAN)|',
    // 2001-02-03, 2001-02-03T04:05:06Z
    '[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:t|T|[ \\t]+)[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\\.[0-9]+)?',
    '(?:[ \\t]*(?:Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?)$',
  ].join(''),
);
const numberStart = /^[-+.0-9]/;

const isNumeric = (text: string): boolean =>
  numberStart.test(text) && (numbers.test(text) || resolvePlain(text) !== text);

/** Must be escaped in double quotes: not printable to the library, or an end of line. */
const unprintable =
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\u{d800}-\u{dfff}\u{10000}-\u{10ffff}]/u;

/** Begins with an indicator of YAML or of a document, ends with a blank or a colon, or contains a comment or a key. */
const special = /^(?:[ ,[\]{}#&*!|>'"%@`]|[?-](?: |$)|---|\.\.\.)|: | #|[ :]$/;

/** Unquoted, the first would be the key that merges another map into its own. */
const otherMeanings = ['<<', '='];

/** A text that stays on its line, such as a key. */
export function lineText(text: string): string {
  const { quote, content } = inStyle(text);
  return quote + content + quote;
}

/** A text that begins in a column (from 0) and may go on in further lines, which are indented. */
export function foldedText(text: string, column: number, indent: string): string {
  const { quote, content } = inStyle(text);
  return quote + folded(content, column + quote.length, indent, quote === '"') + quote;
}

interface Styled {
  quote: '' | "'" | '"';
  /** The text between the quotes, escaped as they need it. */
  content: string;
}

function inStyle(text: string): Styled {
  if (plainWords.test(text)) {
    return text.length <= 5 && reservedWords.test(text)
      ? { quote: '"', content: text }
      : { quote: '', content: text };
  }
  const isOtherValue = reservedWords.test(text) || otherMeanings.includes(text) || isNumeric(text);
  if (isOtherValue || text.includes('\n') || unprintable.test(text))
    return { quote: '"', content: text.replace(allEscaped, escaped) };
  return special.test(text)
    ? { quote: "'", content: text.replaceAll("'", "''") }
    : { quote: '', content: text };
}

const allEscaped = new RegExp(`["\\\\\\n]|${unprintable.source}`, 'gu');

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\0', '\\0'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\x1b', '\\e'],
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x85', '\\N'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
]);

/** `\t`, `\x1F`, `\uFEFF`, `\U0001F600`. */
function escaped(character: string): string {
  const short = shortEscapes.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0)!;
  const digits = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}

/** A line that has got so far ends at the next space. */
const foldingColumn = 80;

/**
 * Breaks what is between quotes, or plain, at spaces, which the line ends stand for. Of several spaces in a row only the
 * first may be one, and only where the next one can be escaped. What has the width of more than one column is escaped.
 */
function folded(content: string, column: number, indent: string, isEscaped: boolean): string {
  if (column + content.length <= foldingColumn + 1) return content;
  let lines = '';
  let written = 0;
  /** Index of the character that would stand in the first column. */
  let lineStart = -column;
  for (let at = content.indexOf(' ', 1); at !== -1; at = content.indexOf(' ', at + 1)) {
    if (at - lineStart <= foldingColumn || at === content.length - 1 || content[at - 1] === ' ') continue;
    const isRow = content[at + 1] === ' ';
    if (isRow && !isEscaped) continue;
    const beginning = isRow ? `${indent}\\` : indent;
    lines += `${content.slice(written, at)}\n${beginning}`;
    written = at + 1;
    lineStart = written - beginning.length;
  }
  return lines + content.slice(written);
}

/** Whether a text is written as a block: it has several lines, and a block preserves it. */
export function isBlock(text: string): boolean {
  return text.includes('\n') && !/ (?:\n|$)/.test(text) && !unprintable.test(text);
}

/**
 * The header of a block, and its lines without the last line feed.
 *
 *     " a\nb\n\n"    |2+
 */
export function blockOf(text: string): { header: string; lines: string } {
  const indicator = /^[ \n]/.test(text) ? '2' : '';
  // A line end alone is an empty line that stays.
  const chomping = text === '\n' || text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-';
  return { header: `|${indicator}${chomping}`, lines: text.endsWith('\n') ? text.slice(0, -1) : text };
}
