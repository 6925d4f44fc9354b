import { printable } from './printable.ts';

/** A cell in one line: what stands behind an end of line is left out, and control characters are escaped. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  if (ascii.test(cell)) return cell;
  const end = cell.search(/[\f\n\r]/);
  return printable(end < 0 ? cell : `${cell.slice(0, end)}...`);
}

const ascii = /^[\x20-\x7e]*$/;
