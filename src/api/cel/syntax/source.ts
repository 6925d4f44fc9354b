/** Something wrong at a place of an expression; the offset counts UTF-16 units, undefined: no place at all. */
export interface Issue {
  readonly offset: number | undefined;
  readonly message: string;
}

/** Issues beyond these are not shown. */
const maxIssues = 100;

/** Texts longer than this are not read. */
export const maxSourceLength = 100_000;

interface Position {
  /** Counted from 1. */
  readonly line: number;
  /** Code points before it in its line. */
  readonly column: number;
  readonly text: string;
}

function positionOf(source: string, offset: number): Position {
  const before = source.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  const end = source.indexOf('\n', offset);
  return {
    line: before.split('\n').length,
    column: [...source.slice(start, offset)].length,
    text: source.slice(start, end < 0 ? source.length : end),
  };
}

/** Whether a character takes more than a byte: its dot is drawn wide. */
const isWide = (character: string | undefined): boolean => character !== undefined && character > '\x7f';

/**
 * The text that clients see:
 *
 *     ERROR: <input>:1:5: undeclared reference to 'x' (in container '')
 *      | 1 + x
 *      | ....^
 */
function issueText(source: string, { offset, message }: Issue): string {
  if (offset === undefined) return `ERROR: <input>:-1:0: ${message}`;
  // Of nothing nothing is shown.
  if (source === '') return `ERROR: <input>:1:0: ${message}`;
  const { line, column, text } = positionOf(source, offset);
  const characters = [...text];
  let pointer = '';
  for (const character of characters.slice(0, column)) pointer += isWide(character) ? '．' : '.';
  pointer += isWide(characters[column]) ? '＾' : '^';
  return `ERROR: <input>:${line}:${column + 1}: ${message}\n | ${text.replaceAll('\t', ' ')}\n | ${pointer}`;
}

/** All issues, in the order of their places. */
export function issuesText(source: string, issues: readonly Issue[]): string {
  const sorted = [...issues].sort((a, b) => (a.offset ?? -1) - (b.offset ?? -1));
  const shown = sorted.slice(0, maxIssues).map((issue) => issueText(source, issue));
  if (sorted.length > maxIssues) shown.push(`${sorted.length - maxIssues} more errors were truncated`);
  return shown.join('\n');
}
