/** One record of a CSV text, and the line that it begins on. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

/** A syntax error in CSV, and its place. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

/**
 * Takes CSV apart as RFC 4180 has it: a field may stand in quotes, and then has commas, line ends and (doubled)
 * quotes in it. Blanks are part of the fields; empty lines are skipped. Records may differ in length.
 *
 *     a,"b, ""c""\n",d   gives   [a] [b, "c"\n] [d]
 *
 * A record is read when it is asked for: what is wrong with one is said before what is wrong behind it.
 */
export function* parseCsv(text: string): Generator<CsvRecord, void> {
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const start = at;
    const record: CsvRecord = { line, fields: [] };
    const place: Place = { record: line, line, lineStart: start };
    let more = true;
    while (more) {
      const field = text[at] === '"' ? quotedField(text, at, place) : plainField(text, at, place);
      record.fields.push(field.value);
      at = field.end;
      more = text[at] === ',';
      if (more) at++;
    }
    const isEmpty = at === start;
    line = place.line;
    if (text.startsWith('\r\n', at)) at++;
    if (at < text.length) line++;
    at++;
    if (!isEmpty) yield record;
  }
}

/** The place at which a reader is. */
interface Place {
  /** The line that the record begins on. */
  readonly record: number;
  line: number;
  /** Index of the first character of the line. */
  lineStart: number;
}

interface Field {
  value: string;
  /** Index of the comma or the line end after it. */
  end: number;
}

const atFieldEnd = (text: string, at: number): boolean =>
  at >= text.length || text[at] === ',' || text[at] === '\n' || text.startsWith('\r\n', at);

function plainField(text: string, start: number, place: Place): Field {
  let end = start;
  while (!atFieldEnd(text, end)) {
    if (text[end] === '"') throw wrongAt(text, end, place, 'bare " in non-quoted-field');
    end++;
  }
  return { value: text.slice(start, end), end };
}

const wrongQuote = 'extraneous or missing " in quoted-field';

function quotedField(text: string, start: number, place: Place): Field {
  let end = start + 1;
  for (;;) {
    const next = text.indexOf('"', end);
    goTo(text, end, next < 0 ? text.length - 1 : next, place);
    if (next < 0) throw wrongAt(text, text.length, place, wrongQuote);
    end = next;
    if (text[end + 1] !== '"') break;
    end += 2;
  }
  const value = text.slice(start + 1, end).replaceAll('""', '"');
  if (!atFieldEnd(text, end + 1)) throw wrongAt(text, end, place, wrongQuote);
  return { value, end: end + 1 };
}

/** Counts the lines up to there, and looks no further: the next line end may be far away. */
function goTo(text: string, start: number, end: number, place: Place): void {
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) !== 0x0a) continue;
    place.line++;
    place.lineStart = at + 1;
  }
}

/** Columns are bytes. */
function wrongAt(text: string, at: number, { record, line, lineStart }: Place, problem: string): CsvError {
  const column = Buffer.byteLength(text.slice(lineStart, at)) + 1;
  const begin = record === line ? '' : `record on line ${record}; `;
  return new CsvError(`${begin}parse error on line ${line}, column ${column}: ${problem}`);
}
