/** Blanks behind the longest cell of a column. */
const padding = 2;

/**
 * Aligns cells that end with a tab. A column is as wide as its longest cell among the lines below each other that have
 * it: a line without the cell begins a new column.
 *
 *     Name:\tweb
 *     Namespace:\tdefault
 *     Data
 *     a:\t1
 */
export function alignTabs(text: string): string {
  const lines = text.split('\n').map((line) => line.split('\t'));
  const widths = lines.map((cells) => new Array<number>(cells.length - 1).fill(0));
  measure(lines, widths, 0, 0, lines.length);
  return lines
    .map((cells, row) =>
      cells
        .map((cell, column) => (column < cells.length - 1 ? cell.padEnd(widths[row]![column]!) : cell))
        .join(''),
    )
    .join('\n');
}

/** Sets the widths of one column, and of those behind it, in the lines from `start` to `end`. */
function measure(
  lines: readonly (readonly string[])[],
  widths: number[][],
  column: number,
  start: number,
  end: number,
): void {
  for (let row = start; row < end; ) {
    let after = row;
    while (after < end && column < lines[after]!.length - 1) after++;
    if (after === row) {
      row++;
      continue;
    }
    const width = Math.max(...lines.slice(row, after).map((cells) => cells[column]!.length)) + padding;
    for (let at = row; at < after; at++) widths[at]![column] = width;
    measure(lines, widths, column + 1, row, after);
    row = after;
  }
}
