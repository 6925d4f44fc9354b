import { unicodeEscape } from '../../util/quote.ts';
import { resolvePlain } from './yaml-resolve.ts';

/**
 * Strings as YAML 1.1: plain where they cannot be mistaken for anything else, otherwise in quotes, several lines as a
 * block.
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

/** Must be unicodeEscape in double quotes: not printable in YAML, or an end of line. */
const unprintable = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\u{D800}-\u{DFFF}]/u;

/** Begins with an indicator of YAML, ends with a blank or a colon, or contains a tab, a comment or a key. */
const special = /^[\n ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-] |\t|[\n:] | \n|[\n ]#|[\n :]$/;

/** Ends the document or is a directive at the beginning of a line. */
const documentMarker = /^(?:%|---|\.\.\.)/;

/** `isOutermost`: the key is at the beginning of a line. */
export function keyText(key: string, isOutermost: boolean): string {
  const isMarker = isOutermost && documentMarker.test(key);
  // Unquoted it would be the key that merges another map into this one.
  return isMarker || key === '<<' ? quoted(key) : lineText(key);
}

/** A text without a block. */
export function lineText(text: string): string {
  if (plainWords.test(text)) {
    return text.length <= 5 && reservedWords.test(text) ? quoted(text) : text;
  }
  if (special.test(text) || text === '<<' || text === '=' || text.includes('\n') || unprintable.test(text))
    return quoted(text);
  return reservedWords.test(text) || isNumeric(text) ? quoted(text) : text;
}

function quoted(text: string): string {
  const hasUnprintable = unprintable.test(text);
  if (text.includes('"') && !/['\n]/.test(text) && !hasUnprintable) return `'${text}'`;
  const json = JSON.stringify(text);
  return hasUnprintable ? json.replace(/\\u00|\\./g, shortEscape).replace(leftByJson, unicodeEscape) : json;
}

/** `\x1f` instead of `\u001f`. Leaves every other escape, also that of a backslash. */
const shortEscape = (found: string): string => (found === '\\u00' ? '\\x' : found);

const leftByJson = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Whether a text is written as a block: it has several lines, and a block preserves it. */
export function isBlock(text: string): boolean {
  return text.includes('\n') && !/\n[\t ]+$/.test(text) && /[^\n\t ]/.test(text) && !unprintable.test(text);
}

/**
 * The header of a block, and its lines without the last line feed.
 *
 *     " a\nb\n\n"    |2+
 */
export function blockOf(text: string): { header: string; lines: string } {
  const [leading] = /^[ \t\n]*/.exec(text)!;
  const indicator = /[ \t]/.test(leading) ? '2' : '';
  const trailing = text.slice(contentEnd(text));
  const end = trailing.indexOf('\n');
  const chomping = end === -1 ? '-' : end === trailing.length - 1 ? '' : '+';
  return { header: `|${indicator}${chomping}`, lines: text.endsWith('\n') ? text.slice(0, -1) : text };
}

function contentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && '\n\t '.includes(text[end - 1]!)) end--;
  return end;
}
