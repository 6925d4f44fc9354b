import type { Column, Row } from '../live/table-store.ts';

export interface Arrangement {
  /** Words that must all stand in the row, in any cell, name or label. */
  search: string;
  /** Name of the column; "" for namespace and name. */
  sort: string;
  isDescending: boolean;
}

/** The rows that a search finds, in order. */
export function arrange(
  rows: Iterable<Row>,
  columns: readonly Column[],
  { search, sort, isDescending }: Arrangement,
): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [...rows] : [...rows].filter((row) => matches(row, words));
  const keyOf = sortKey(columns, sort);
  const keyed = found.map((row) => ({ row, key: keyOf(row), name: row.metadata.name }));
  const sign = isDescending ? -1 : 1;
  keyed.sort((a, b) => sign * compare(a.key, b.key) || compare(a.name, b.name));
  return keyed.map(({ row }) => row);
}

function matches(row: Row, words: readonly string[]): boolean {
  row.searched ??= searchText(row);
  const { searched } = row;
  return words.every((word) => searched.includes(word));
}

function searchText({ metadata, cells }: Row): string {
  const labels = Object.entries(metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return [metadata.namespace ?? '', metadata.name, ...cells, ...labels].join('\n').toLowerCase();
}

type Key = string | number;

/** Numbers come before words, as cells that begin with one are compared by it: `2/3`, `10Gi`, `4 (5m ago)`. */
function compare(a: Key, b: Key): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function sortKey(columns: readonly Column[], sort: string): (row: Row) => Key {
  if (sort === '') return ({ metadata }) => metadata.namespace ?? '';
  if (sort === 'Namespace') return ({ metadata }) => metadata.namespace ?? '';
  // The youngest first, as the shortest age.
  if (sort === 'Age') return ({ metadata }) => -Date.parse(metadata.creationTimestamp ?? '') || 0;
  const index = columns.findIndex(({ name }) => name === sort);
  return ({ cells }) => cellKey(cells[index]);
}

const units: Readonly<Record<string, number>> = {
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
};

function cellKey(cell: unknown): Key {
  if (typeof cell === 'number') return cell;
  const text = String(cell ?? '');
  const [, number, unit = ''] = /^(-?\d+(?:\.\d+)?)(Ki|Mi|Gi|Ti|m|k|M|G)?(?![\w.:-])/.exec(text) ?? [];
  return number === undefined ? text.toLowerCase() : Number(number) * (units[unit] ?? 1);
}
