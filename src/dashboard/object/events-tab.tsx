import { useState } from 'preact/hooks';
import { typeName } from '../calls/session.ts';
import { useApp } from '../frame/app-context.ts';
import { LiveState } from '../frame/live-state.tsx';
import { arrange } from '../table/row-order.ts';
import { RowsGrid } from '../table/rows-grid.tsx';
import { chosenNames, shownColumns } from '../table/shown-columns.ts';
import { useLiveTable } from '../table/use-live-table.ts';
import { useTick } from '../table/use-tick.ts';
import type { TabProps } from './tab-props.ts';

/** The events about the object. */
export function EventsTab({ object }: TabProps) {
  const { types, session } = useApp();
  const [order, setOrder] = useState({ sort: '', isDescending: false });
  const now = useTick(1_000);
  const events = types.find((type) => typeName(type) === 'events')!;
  const { uid = '', namespace = 'default' } = object.metadata;
  const live = useLiveTable({ type: events, namespace, fieldSelector: `involvedObject.uid=${uid}` }, session);
  if (live === undefined) return null;
  const { columns, rows: all } = live.store;
  const rows = arrange(all.values(), columns, { search: '', ...order });
  const shown = shownColumns(
    columns,
    chosenNames(columns, '', false).filter((name) => name !== 'Object'),
    rows,
  );
  return (
    <div class="tab-table">
      <LiveState state={live.state} />
      <RowsGrid
        label="events"
        rows={rows}
        columns={shown}
        now={now}
        cursor=""
        sort={order.sort}
        isDescending={order.isDescending}
        onSort={(name) => setOrder({ sort: name, isDescending: order.sort === name && !order.isDescending })}
        onCursor={() => {}}
        hrefOf={() => undefined}
        empty="There are no events about this object."
      />
    </div>
  );
}
