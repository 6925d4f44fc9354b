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
 */
export function parseCsv(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const start = at;
    const record: CsvRecord = { line, fields: [] };
    let more = true;
    while (more) {
      const field = text[at] === '"' ? quotedField(text, at, line) : plainField(text, at, line);
      record.fields.push(field.value);
      line += countLines(text, at, field.end);
      at = field.end;
      more = text[at] === ',';
      if (more) at++;
    }
    const isEmpty = at === start;
    if (text.startsWith('\r\n', at)) at++;
    if (at < text.length) line++;
    at++;
    if (!isEmpty) records.push(record);
  }
  return records;
}

interface Field {
  value: string;
  /** Index of the comma or the line end after it. */
  end: number;
}

const atFieldEnd = (text: string, at: number): boolean =>
  at >= text.length || text[at] === ',' || text[at] === '\n' || text.startsWith('\r\n', at);

function plainField(text: string, start: number, line: number): Field {
  let end = start;
  while (!atFieldEnd(text, end)) {
    if (text[end] === '"') throw new CsvError(`line ${line}: a quote in a field that is not in quotes`);
    end++;
  }
  return { value: text.slice(start, end), end };
}

function quotedField(text: string, start: number, line: number): Field {
  let end = start + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end < 0) throw new CsvError(`line ${line}: a quoted field does not end`);
    if (text[end + 1] !== '"') break;
    end += 2;
  }
  const value = text.slice(start + 1, end).replaceAll('""', '"');
  if (!atFieldEnd(text, end + 1)) {
    throw new CsvError(`line ${line + countLines(text, start, end)}: something after a quoted field`);
  }
  return { value, end: end + 1 };
}

/** Looks no further than `end`: the next line end may be far away. */
function countLines(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === 0x0a) lines++;
  return lines;
}
