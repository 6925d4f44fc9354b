/** A cell in one line: what stands behind an end of line is left out, and control characters are escaped. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  if (printable.test(cell)) return cell;
  const end = cell.search(/[\f\n\r]/);
  const line = end < 0 ? cell : `${cell.slice(0, end)}...`;
  return line.replace(control, escapeOf);
}

const printable = /^[\x20-\x7e]*$/;
/** A terminal obeys some of them. */
const control = /[\x00-\x08\x0e-\x1f\x7f\x80-\x9f]/g;

const escapeOf = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
