import type { Column, Row } from '../live/table-store.ts';

/** A column of the page: one of the Table, or the namespace, which Tables do not have. */
export interface ShownColumn {
  name: string;
  description: string;
  /** Place in the cells of a row; -1 for the namespace. */
  index: number;
  /** Characters. */
  width: number;
}

/** Characters of the widest column. */
const widest = 40;
/** Rows that are measured. */
const measured = 400;

/** Names of the columns that are shown: those that were chosen, else those that the server shows first. */
export function chosenNames(columns: readonly Column[], chosen: string, withNamespace: boolean): string[] {
  if (chosen !== '') return chosen.split(',');
  const names = columns.filter(({ priority }) => priority === 0).map(({ name }) => name);
  return withNamespace ? ['Namespace', ...names] : names;
}

/** The columns of these names, the namespace first. */
export function shownColumns(
  columns: readonly Column[],
  names: readonly string[],
  rows: readonly Row[],
): ShownColumn[] {
  const sample = rows.slice(0, measured);
  const namespace = names.includes('Namespace')
    ? [
        {
          name: 'Namespace',
          description: 'The namespace of the object',
          index: -1,
          width: widthOf(
            'Namespace',
            sample.map(({ metadata }) => metadata.namespace ?? ''),
          ),
        },
      ]
    : [];
  return [
    ...namespace,
    ...columns.flatMap(({ name, description = '' }, index) =>
      names.includes(name)
        ? [
            {
              name,
              description,
              index,
              width: widthOf(
                name,
                sample.map(({ cells }) => cellText(cells[index])),
              ),
            },
          ]
        : [],
    ),
  ];
}

function widthOf(name: string, texts: readonly string[]): number {
  const longest = texts.reduce((most, { length }) => Math.max(most, length), name.length + 2);
  return Math.min(longest, name === 'Name' ? 52 : widest);
}

/** The text of a cell. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
