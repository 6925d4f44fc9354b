import { useApp } from '../frame/app-context.ts';
import { CacheTable } from './cache-table.tsx';
import { bytesText, millisecondsText, numberText } from './format.ts';
import { HealthView } from './health.tsx';
import { PlainTable } from './plain-table.tsx';
import { Plot } from './plot.tsx';
import { type WorkRate, workBetween } from './rates.ts';
import type { Reading } from './reading.ts';
import { SlowRequests } from './slow-requests.tsx';
import { type Readings, useReadings } from './use-readings.ts';

/** The state of the server: a page to leave open on a wall. */
export function ServerView() {
  const { session } = useApp();
  const readings = useReadings();
  const { latest, problem } = readings;
  return (
    <section class="view server-view" aria-label="Server">
      <h1>
        Server <small class="mono">{session.server}</small>
      </h1>
      <HealthView />
      {problem !== '' && (
        <p class="notice problem" role="alert">
          The metrics cannot be read. {problem}
        </p>
      )}
      {/* Before the first reading the plots stand there already: nothing jumps. Who may not read has none. */}
      {(latest !== undefined || problem === '') && <Plots {...readings} />}
      {latest !== undefined && <StoreFacts reading={latest} />}
      <div class="columns">
        <div>
          {latest !== undefined && (
            <Work title="Requests that take the most time" kind="byRequest" {...readings} />
          )}
          <SlowRequests />
          {latest !== undefined && <Levels levels={latest.levels} />}
        </div>
        <div>
          {latest !== undefined && <Work title="Where the time goes" kind="bySteps" {...readings} />}
          {latest !== undefined && <CacheTable reading={latest} />}
        </div>
      </div>
    </section>
  );
}

function Plots({ rates, readings }: Readings) {
  const times = rates.map(({ time }) => time);
  return (
    <div class="plots">
      <Plot
        title="Requests a second"
        times={times}
        format={numberText}
        lines={[
          { label: 'all', colour: 'accent', values: rates.map(({ requests }) => requests) },
          { label: 'errors', colour: 'bad', values: rates.map(({ errors }) => errors) },
        ]}
      />
      <Plot
        title="Time of a request"
        times={times}
        format={millisecondsText}
        lines={[
          { label: 'p50', colour: 'accent', values: rates.map(({ p50 }) => p50) },
          { label: 'p99', colour: 'waiting', values: rates.map(({ p99 }) => p99) },
        ]}
      />
      <Plot
        title="Watchers"
        times={times}
        format={numberText}
        lines={[{ label: 'open', colour: 'accent', values: readings.map(({ watchers }) => watchers) }]}
      />
      <Plot
        title="Flow control"
        times={times}
        format={numberText}
        lines={[
          { label: 'under way', colour: 'accent', values: readings.map(({ inFlight }) => inFlight) },
          { label: 'queued', colour: 'waiting', values: readings.map(({ queued }) => queued) },
          { label: 'refused a second', colour: 'bad', values: rates.map(({ rejected }) => rejected) },
        ]}
      />
      <Plot
        title="Processor, in cores"
        times={times}
        format={numberText}
        lines={[{ label: 'used', colour: 'accent', values: rates.map(({ cpu }) => cpu) }]}
      />
      <Plot
        title="Memory"
        times={times}
        format={bytesText}
        lines={[{ label: 'resident', colour: 'accent', values: readings.map(({ memory }) => memory) }]}
      />
    </div>
  );
}

/** Work since the reading before. */
function Work({ title, kind, latest, earlier }: Readings & { title: string; kind: 'byRequest' | 'bySteps' }) {
  const seconds = latest !== undefined && earlier !== undefined ? (latest.time - earlier.time) / 1_000 : 0;
  const rows = seconds > 0 ? workBetween(earlier![kind], latest![kind], seconds, 12) : [];
  return <WorkTable title={title} rows={rows} />;
}

function StoreFacts({ reading: { storeSize, objects } }: { reading: Reading }) {
  const count = objects.reduce((sum, { value }) => sum + Math.max(0, value), 0);
  return (
    <p>
      The store holds {numberText(count)} objects{storeSize > 0 ? ` in ${bytesText(storeSize)}` : ''}.
    </p>
  );
}

function WorkTable({ title, rows }: { title: string; rows: readonly WorkRate[] }) {
  if (rows.length === 0)
    return (
      <>
        <h2>{title}</h2>
        <p>
          <small>Nothing in the last half minute.</small>
        </p>
      </>
    );
  return (
    <PlainTable title={title} heads={['What', 'A second', 'Mean', 'Of each second']}>
      {rows.map(({ name, rate, mean, share }) => (
        <tr key={name}>
          <td>{name}</td>
          <td class="number">{numberText(rate)}</td>
          <td class="number">{millisecondsText(mean)}</td>
          <td class="number">{millisecondsText(share)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

function Levels({ levels }: { levels: Reading['levels'] }) {
  if (levels.length === 0) return null;
  return (
    <PlainTable title="Priority levels" heads={['Level', 'Under way', 'Queued', 'Refused']}>
      {levels.map(({ name, executing, queued, rejected }) => (
        <tr key={name}>
          <td>{name}</td>
          <td class="number">{executing}</td>
          <td class={queued > 0 ? 'number waiting' : 'number'}>{queued}</td>
          <td class={rejected > 0 ? 'number bad' : 'number'}>{rejected}</td>
        </tr>
      ))}
    </PlainTable>
  );
}
