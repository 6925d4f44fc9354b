import { bytesText, numberText } from './format.ts';
import { PlainTable } from './plain-table.tsx';
import type { Reading } from './reading.ts';
import { useDebugTable } from './use-debug-table.ts';

interface CacheRow {
  resource: string;
  objects: number;
  bytes: number;
  watchers: number;
  history: { events: number };
  lags: boolean;
}

const period = 10_000;
const most = 15;

/** The largest types: with their caches where the server tells of them, else by the number of objects alone. */
export function CacheTable({ reading }: { reading: Reading }) {
  const caches = useDebugTable<CacheRow>('watch-cache', period);
  if (caches === undefined && reading.objects.length === 0) return null;
  if (caches === undefined) {
    return (
      <PlainTable title="Objects" heads={['Type', 'Objects']}>
        {reading.objects.slice(0, most).map(({ name, value }) => (
          <tr key={name}>
            <td>{name}</td>
            <td class="number">{numberText(value)}</td>
          </tr>
        ))}
      </PlainTable>
    );
  }
  return (
    <PlainTable title="Caches" heads={['Type', 'Objects', 'Size', 'Watchers', 'History']}>
      {caches.slice(0, most).map(({ resource, objects, bytes, watchers, history, lags }) => (
        <tr key={resource}>
          <td>
            {resource}
            {lags && <small class="waiting"> behind the store</small>}
          </td>
          <td class="number">{numberText(objects)}</td>
          <td class="number">{bytesText(bytes)}</td>
          <td class="number">{watchers}</td>
          <td class="number">{numberText(history.events)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}
