/**
 * Scalars as YAML 1.1 reads them back: plain where a text is nothing else, in quotes where it could be taken for
 * something, as a block where it has lines.
 */

/** Plain wherever it stands, unless it is one of the words below: nearly every text that objects have. */
const plainWords = /^[A-Za-z_/$(][\w./@+=$()-]*(?:[ :][\w./@+=$()-]+)*$/;

/** Words that YAML 1.1 takes for a boolean or for null. */
const reservedWords =
  /^(?:~|[Nn]ull|NULL|[Yy]|[Yy]es|YES|[Nn]|[Nn]o|NO|[Tt]rue|TRUE|[Ff]alse|FALSE|[Oo]n|ON|[Oo]ff|OFF)?$/;

const digits = '[0-9][0-9_]*';
/** What YAML 1.1 takes for a number or a moment. */
const numbers = new RegExp(
  [
    '^(?:[-+]?(?:',
    // 1, 0b1, 017, 0x1f
    `0b[01_]+|0[0-7_]+|${digits}|0x[0-9a-fA-F_]+|`,
    // 1.5, .5, 1e3, e3
    `(?:${digits})?\\.[0-9_]*|(?:${digits})?(?:\\.[0-9_]*)?[eE][-+]?[0-9]+|`,
    // 1:30, 1:30.5
    `${digits}(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?|\\.(?:inf|Inf|INF))|`,
    '\\.(?:nan|NaN|NAN)|',
    // 2001-02-03, 2001-02-03T04:05:06Z
    '[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:t|T|[ \\t]+)[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:\\.[0-9]+)?',
    '(?:[ \\t]*(?:Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?)$',
  ].join(''),
);
const numberStart = /^[-+.0-9eE]/;

/** Characters that stand in double quotes only, as escapes: no YAML shows them, or it takes them for the end of a line. */
const unprintable = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\u{D800}-\u{DFFF}]/u;

/** Begins with a sign of YAML, ends with white space or a colon, or has a comment or a key in it. */
const special = /^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/;

/** At the beginning of a line a reader may take it for the end of the document. */
const documentMarker = /^(?:%|---|\.\.\.)/;

/** A text as a key; `isOutermost`: it stands at the beginning of a line. */
export function keyText(key: string, isOutermost: boolean): string {
  const isMarker = isOutermost && documentMarker.test(key);
  // Unquoted it would be the key that merges another map into this one.
  return isMarker || key === '<<' ? quoted(key) : lineText(key);
}

/** A text without a block. */
export function lineText(text: string): string {
  if (plainWords.test(text)) {
    if (text.length > 5) return numberStart.test(text) && numbers.test(text) ? quoted(text) : text;
    return reservedWords.test(text) || numbers.test(text) ? quoted(text) : text;
  }
  if (special.test(text) || text === '<<' || text.includes('\n') || unprintable.test(text))
    return quoted(text);
  const isOther = reservedWords.test(text) || (numberStart.test(text) && numbers.test(text));
  return isOther ? quoted(text) : text;
}

function quoted(text: string): string {
  const hasUnprintable = unprintable.test(text);
  if (text.includes('"') && !/['\n]/.test(text) && !hasUnprintable) return `'${text}'`;
  const json = JSON.stringify(text);
  return hasUnprintable ? json.replace(/\\u00|\\./g, shortEscape).replace(leftByJson, escaped) : json;
}

/** `\u001f` as `\x1f`. Every other escape is stepped over, that of a backslash too. */
const shortEscape = (found: string): string => (found === '\\u00' ? '\\x' : found);

const leftByJson = /[\x7f-\x9f\u2028\u2029\ufeff]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Whether a text is shown line by line: all that has lines but what a block would not give back as it is. */
export function isBlock(text: string): boolean {
  return text.includes('\n') && !/\n[\t ]+$/.test(text) && /[^\n\t ]/.test(text) && !unprintable.test(text);
}

/**
 * What a block begins with, and its lines, the last one without its end.
 *
 *     " a\nb\n\n"    |2+
 */
export function blockOf(text: string): { header: string; lines: string } {
  const [leading] = /^[ \n]*/.exec(text)!;
  const indicator = leading.includes(' ') ? '2' : '';
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
