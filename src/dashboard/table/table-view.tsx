import { useMemo, useRef, useState } from 'preact/hooks';
import { objectRoute, type Route, withQuery } from '../address/route.ts';
import { go } from '../address/use-route.ts';
import { type ResourceType, typeName } from '../calls/session.ts';
import { useApp } from '../frame/app-context.ts';
import { useKeys } from '../frame/keys.ts';
import { LiveState } from '../frame/live-state.tsx';
import type { Row } from '../live/table-store.ts';
import { ColumnMenu } from './column-menu.tsx';
import { arrange } from './row-order.ts';
import { RowsGrid } from './rows-grid.tsx';
import { chosenNames, shownColumns } from './shown-columns.ts';
import { useLiveTable } from './use-live-table.ts';
import { useTick } from './use-tick.ts';

/** Milliseconds between new orders of the rows: cells change at once, places do not jump faster than one reads. */
const orderEvery = 400;

/** The live table of a type. */
export function TableView({ route, type }: { route: Route; type: ResourceType }) {
  const { session } = useApp();
  const { ns = '', q = '', l = '', f = '', sort = '', desc = '', cols = '' } = route.query;
  const namespace = type.namespaced ? ns : '';
  const live = useLiveTable({ type, namespace, labelSelector: l, fieldSelector: f }, session);
  const search = useRef<HTMLInputElement>(null);
  const [cursor, setCursor] = useState('');
  const now = useTick(1_000);
  const store = live?.store;
  const columns = store?.columns ?? [];
  const names = chosenNames(columns, cols, type.namespaced && namespace === '');
  // Names do not change: without a search or another order, the rows stay where they are until one comes or goes.
  const order = q === '' && sort === '' ? 0 : Math.floor(Date.now() / orderEvery);
  const rows = useMemo(
    () => arrange(store?.rows.values() ?? [], columns, { search: q, sort, isDescending: desc !== '' }),
    [store, columns, q, sort, desc, order, store?.membership],
  );
  const shown = useMemo(
    () => shownColumns(columns, names, rows),
    [columns, names.join(), rows.length > 0, store],
  );
  const open = (row: Row | undefined, tab = ''): void => {
    if (row === undefined) return;
    go(objectRoute(typeName(type), row.metadata.namespace ?? '', row.metadata.name, tab));
  };
  const at = rows.findIndex(({ uid }) => uid === cursor);
  const move = (to: number): void => setCursor(rows[Math.max(0, Math.min(rows.length - 1, to))]?.uid ?? '');
  const isPod = typeName(type) === 'pods';
  useKeys({
    '/': () => search.current?.focus(),
    j: () => move(at + 1),
    k: () => move(at - 1),
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    g: () => move(0),
    G: () => move(rows.length - 1),
    Enter: (event) =>
      event.target instanceof HTMLAnchorElement || event.target instanceof HTMLButtonElement
        ? false
        : open(rows[at]),
    d: () => open(rows[at]),
    y: () => open(rows[at], 'yaml'),
    h: () => open(rows[at], 'history'),
    l: () => isPod && open(rows[at], 'logs'),
    s: () => isPod && open(rows[at], 'terminal'),
    Escape: () => {
      search.current?.blur();
      go(withQuery(route, { q: '' }), true);
    },
  });
  const set = (changes: Record<string, string>): void => go(withQuery(route, changes), true);
  return (
    <section class="view table-view" aria-label={type.kind}>
      <header class="tools">
        <h1>{type.resource}</h1>
        <span class="count" role="status">
          {countText(rows.length, store?.rows.size ?? 0)}
        </span>
        <input
          ref={search}
          type="search"
          aria-label="Search"
          placeholder="Search  /"
          value={q}
          onInput={({ currentTarget }) => set({ q: currentTarget.value })}
        />
        <input
          type="text"
          aria-label="Label selector"
          placeholder="Labels: app=web"
          value={l}
          onChange={({ currentTarget }) => set({ l: currentTarget.value })}
        />
        <ColumnMenu
          columns={columns}
          names={names}
          namespaced={type.namespaced}
          onChange={(chosen) => set({ cols: chosen })}
        />
        {live !== undefined && <LiveState state={live.state} />}
      </header>
      <p class="unseen" role="status">
        {rows[at] === undefined ? '' : `${rows[at].metadata.name}, ${at + 1} of ${rows.length}`}
      </p>
      <RowsGrid
        label={type.resource}
        rows={rows}
        columns={shown}
        now={now}
        cursor={cursor}
        sort={sort}
        isDescending={desc !== ''}
        onSort={(name) => set({ sort: name, desc: sort === name && desc === '' ? '1' : '' })}
        onCursor={setCursor}
        hrefOf={({ metadata }) => objectRoute(typeName(type), metadata.namespace ?? '', metadata.name)}
        empty={
          live === undefined || live.state.kind === 'loading'
            ? 'Loading …'
            : emptyText(type, namespace, q !== '' || l !== '')
        }
      />
    </section>
  );
}

const countText = (found: number, all: number): string =>
  found === all ? all.toLocaleString('en') : `${found.toLocaleString('en')} of ${all.toLocaleString('en')}`;

function emptyText({ resource }: ResourceType, namespace: string, isFiltered: boolean): string {
  if (isFiltered) return `No ${resource} match. Esc clears the search.`;
  return namespace === ''
    ? `There are no ${resource}.`
    : `There are no ${resource} in namespace ${namespace}.`;
}
