import { millisecondsText } from './format.ts';
import { PlainTable } from './plain-table.tsx';
import { useDebugTable } from './use-debug-table.ts';

interface SlowRequest {
  time: string;
  verb: string;
  URI: string;
  user: string;
  resp: number;
  latency: number;
  steps: Record<string, number>;
}

const period = 5_000;

/** The last requests that took long, and where the time went. Nothing where the server does not keep them. */
export function SlowRequests() {
  const rows = useDebugTable<SlowRequest>('slow-requests', period);
  if (rows === undefined) return null;
  if (rows.length === 0)
    return (
      <>
        <h2>Slow requests</h2>
        <p>
          <small>No request has taken half a second yet.</small>
        </p>
      </>
    );
  return (
    <PlainTable title="Slow requests" heads={['Request', 'When', 'Took', 'Where the time went']}>
      {rows.map(({ time, verb, URI, user, resp, latency, steps }, index) => (
        <tr key={index}>
          <td>
            <code>
              {verb} {URI}
            </code>{' '}
            <small>
              {resp}
              {user ? `, ${user}` : ''}
            </small>
          </td>
          <td class="number">{new Date(time).toLocaleTimeString('en-GB')}</td>
          <td class="number">{millisecondsText(latency)}</td>
          <td class="number">{stepsText(steps)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

const stepsText = (steps: SlowRequest['steps']): string =>
  Object.entries(steps)
    .sort(([, a], [, b]) => b - a)
    .map(([name, time]) => `${name} ${millisecondsText(time)}`)
    .join(', ');
