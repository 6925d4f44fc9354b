import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatRoute, type Route } from '../address/route.ts';
import type { Row } from '../live/table-store.ts';
import { ageText } from './age.ts';
import { rowWindow } from './row-window.ts';
import { cellText, type ShownColumn } from './shown-columns.ts';
import { toneOf } from './tone.ts';

/** Pixels; the style sheet has the same. */
const rowHeight = 30;
const headHeight = 32;
/** Milliseconds for which a changed cell flashes. */
const flash = 1_200;

interface RowsGridProps {
  label: string;
  rows: readonly Row[];
  columns: readonly ShownColumn[];
  now: number;
  /** UID of the row on which keys act. */
  cursor: string;
  sort: string;
  isDescending: boolean;
  onSort: (name: string) => void;
  onCursor: (uid: string) => void;
  /** The place of a row's object; undefined of what has none. */
  hrefOf: (row: Row) => Route | undefined;
  empty: string;
}

/** A table of any length: only rows that are in sight are in the document. */
export function RowsGrid(props: RowsGridProps) {
  const { rows, columns, cursor, label, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = scroller.current!;
    const measure = (): void =>
      setPlace({ top: element.scrollTop, height: element.clientHeight - headHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  useLayoutEffect(
    () =>
      keepInSight(
        scroller.current!,
        rows.findIndex(({ uid }) => uid === cursor),
      ),
    [cursor],
  );
  const { first, end, before, after } = rowWindow(rows.length, rowHeight, place.top, place.height);
  return (
    <div class="grid" ref={scroller} tabIndex={0} role="region" aria-label={`${label}, scrollable`}>
      <table aria-rowcount={rows.length + 1} aria-label={label}>
        <colgroup>
          {columns.map(({ name, width }) => (
            <col key={name} style={{ width: `${width + 2}ch` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.name} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr class="space" style={{ height: `${before}px` }} aria-hidden="true" />}
          {rows.slice(first, end).map((row, index) => (
            <RowLine key={row.uid} row={row} index={first + index} {...props} />
          ))}
          {after > 0 && <tr class="space" style={{ height: `${after}px` }} aria-hidden="true" />}
        </tbody>
      </table>
      {rows.length === 0 && <p class="empty">{empty}</p>}
    </div>
  );
}

function keepInSight(element: HTMLElement, index: number): void {
  if (index < 0) return;
  const top = index * rowHeight;
  const height = element.clientHeight - headHeight - rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top > element.scrollTop + height) element.scrollTop = top - height;
}

function Head({ column, sort, isDescending, onSort }: RowsGridProps & { column: ShownColumn }) {
  const { name, description } = column;
  const isSorted = sort === name;
  return (
    <th scope="col" aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" onClick={() => onSort(name)} title={description}>
        {name}
        {isSorted && <span aria-hidden="true">{isDescending ? ' ▾' : ' ▴'}</span>}
      </button>
    </th>
  );
}

function RowLine({
  row,
  index,
  columns,
  now,
  cursor,
  onCursor,
  hrefOf,
}: RowsGridProps & { row: Row; index: number }) {
  const route = hrefOf(row);
  const classes = [row.uid === cursor ? 'cursor' : '', row.metadata.deletionTimestamp ? 'leaving' : '']
    .join(' ')
    .trim();
  return (
    <tr
      class={classes}
      aria-rowindex={index + 2}
      aria-current={row.uid === cursor ? 'true' : undefined}
      onClick={() => onCursor(row.uid)}
    >
      {columns.map(({ name, index: cell }) => {
        const text =
          name === 'Age'
            ? ageText(row.metadata.creationTimestamp, now)
            : cell < 0
              ? (row.metadata.namespace ?? '')
              : cellText(row.cells[cell]);
        const isNew = now - (row.changedAt[cell] ?? 0) < flash;
        const mark = isNew ? `flash-${(row.changes[cell] ?? 0) % 2}` : '';
        return (
          <td key={name} class={`${mark} ${toneOf(name, text)}`} title={text}>
            {name === 'Name' && route !== undefined ? <a href={formatRoute(route)}>{text}</a> : text}
          </td>
        );
      })}
    </tr>
  );
}
