import { useEffect, useState } from 'preact/hooks';
import { json } from '../calls/calls.ts';
import { millisecondsText } from './format.ts';
import { PlainTable } from './plain-table.tsx';

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
  const [rows, setRows] = useState<readonly SlowRequest[] | undefined>();
  useEffect(() => {
    const end = new AbortController();
    const read = (): void =>
      void json<{ rows: SlowRequest[] }>('cluster/debug/slow-requests', { signal: end.signal }).then(
        (answer) => setRows(answer.rows),
        // Another server does not know the page, or keeps it from the user: it is not asked again.
        () => clearInterval(timer),
      );
    const timer = setInterval(read, period);
    read();
    return () => {
      end.abort();
      clearInterval(timer);
    };
  }, []);
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
