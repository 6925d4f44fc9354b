import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { FlowSamples } from './flow-samples.ts';
import { FlowSeriesSet } from './flow-series.ts';

/** The lines of a page that are about one metric, without its name and the labels that all have. */
async function linesOf(release: string, metric: string): Promise<string[]> {
  const samples = new FlowSamples({
    now: () => 0,
    limitsOfKinds: { readOnly: 1, mutating: 1 },
    isLater: true,
  });
  const flows = new FlowSeriesSet(samples, release);
  const series = flows.series('level', 'schema');
  series.waiting(1, 3);
  series.executing(1);
  series.seats(4);
  series.executing(-1);
  series.executed(12, false);
  const registry = new Registry();
  flows.register(registry);
  const page = await registry.metrics();
  const name = `apiserver_flowcontrol_${metric}`;
  return page.split('\n').flatMap((line) => (line.startsWith(`${name}{`) ? [line.slice(name.length)] : []));
}

const labels = '{priority_level="level",flow_schema="schema"}';

it.each([
  ['current_inqueue_requests', 1],
  ['current_inqueue_seats', 3],
  ['current_executing_requests', 0],
  // Seats are held for a while by requests that execute no longer.
  ['current_executing_seats', 4],
])('%s are counted', async (metric, value) => {
  expect(await linesOf('1.36', metric)).toEqual([`${labels} ${value}`]);
});

it.each([
  ['1.28', ['10', '30', '+Inf']],
  ['1.29', ['10', '15', '30', '+Inf']],
])('durations of %s have the bounds of the release', async (release, expected) => {
  const lines = await linesOf(release, 'request_execution_seconds_bucket');
  const bounds = lines.map((line) => /le="([^"]*)"/.exec(line)![1]!);
  expect(bounds.slice(bounds.indexOf('10'))).toEqual(expected);
});
