/** Blanks between two columns. */
const padding = 3;
/** Smallest width of a column, with its blanks. */
const minWidth = 6;

/**
 * Rows of texts as columns. Widths are remembered: rows that come later are at least as wide, so that a long list can be
 * printed in parts. The last cell of a row is not padded.
 */
export class Columns {
  readonly #widths: number[] = [];

  /** Aligned lines, each with its end of line. */
  format(rows: readonly (readonly string[])[]): string {
    for (const row of rows) this.#measure(row);
    return rows.map((row) => this.#line(row)).join('');
  }

  #measure(row: readonly string[]): void {
    for (let at = 0; at < row.length - 1; at++) {
      const width = lengthOf(row[at]!) + padding;
      this.#widths[at] = Math.max(this.#widths[at] ?? minWidth, width);
    }
  }

  #line(row: readonly string[]): string {
    let line = '';
    const last = row.length - 1;
    for (let at = 0; at < last; at++) {
      line += row[at]! + ' '.repeat(this.#widths[at]! - lengthOf(row[at]!));
    }
    return `${line}${row[last] ?? ''}\n`;
  }
}

const ascii = /^[\x20-\x7e]*$/;

/** Characters, and not code units. */
const lengthOf = (text: string): number => (ascii.test(text) ? text.length : Array.from(text).length);
