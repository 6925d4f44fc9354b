/** The rows that stand in the part of a list which is scrolled into view, and the space before and after them. */
export interface RowWindow {
  first: number;
  /** Behind the last one. */
  end: number;
  /** Pixels. */
  before: number;
  after: number;
}

/** Rows beyond the edges: what comes into view is there already. */
const spare = 8;

export function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const visible = Math.ceil(height / rowHeight);
  const top = Math.min(Math.floor(scrollTop / rowHeight), Math.max(0, count - visible));
  const first = Math.max(0, top - spare);
  const end = Math.min(count, top + visible + spare);
  return { first, end, before: first * rowHeight, after: (count - end) * rowHeight };
}
