import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { FakeWire } from '../../../test/support/unit/fake-wire.ts';
import { LimitedWire } from '../api/limited-wire.ts';
import { MeteredWire } from '../api/metered-wire.ts';
import type { Wire } from '../api/wire.ts';
import { RequestSeries } from './request-series.ts';

const server = 'https://a.example:6443';
const call = { headers: {}, signal: new AbortController().signal };

function scene(answer: object | Error, tick: number) {
  let now = 0;
  const clock = { now: () => now };
  const series = new RequestSeries('1.25');
  const registry = new Registry();
  series.register(registry);
  const fake = new FakeWire(() => {
    now += tick;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const wire: Wire = new MeteredWire(fake, { server, observer: series, clock });
  const lines = async (): Promise<string[]> =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => !line.startsWith('#') && !/_bucket|_size_bytes|^$/.test(line));
  return { series, clock, wire, lines, registry };
}

it('requests are counted by code, method and host, and timed by verb and URL', async () => {
  const { wire, lines } = scene({}, 3);
  await wire.send({ ...call, method: 'GET', path: '/api/v1/namespaces/shop/pods/a?x=1' });
  await wire.send({ ...call, method: 'GET', path: '/api/v1/namespaces/other/pods/b' });
  const url = `${server}/api/v1/namespaces/%7Bnamespace%7D/pods/%7Bname%7D`;
  expect(await lines()).toEqual([
    'rest_client_requests_total{code="200",method="GET",host="a.example:6443"} 2',
    `rest_client_request_duration_seconds_sum{verb="GET",url="${url}"} 0.006`,
    `rest_client_request_duration_seconds_count{verb="GET",url="${url}"} 2`,
  ]);
});

it.each<[string, object | Error, string]>([
  ['a refusal', { kind: 'Status', code: 403 }, '403'],
  ['no answer', new Error('broken'), '<error>'],
])('%s is counted as what it is', async (_, answer, code) => {
  const { wire, lines } = scene(answer, 1);
  await wire.send({ ...call, method: 'PUT', path: '/api/v1/nodes/a' }).catch(() => {});
  expect((await lines())[0]).toBe(
    `rest_client_requests_total{code="${code}",method="PUT",host="a.example:6443"} 1`,
  );
});

it('the bounds go from 1 ms to 512 ms', async () => {
  const { wire, registry } = scene({}, 1);
  await wire.send({ ...call, method: 'GET', path: '/api/v1/nodes' });
  const text = await registry.metrics();
  const bounds = [...text.matchAll(/request_duration_seconds_bucket\{le="([^"]*)"/g)].map(([, le]) => le);
  expect(bounds).toEqual([
    '0.001',
    '0.002',
    '0.004',
    '0.008',
    '0.016',
    '0.032',
    '0.064',
    '0.128',
    '0.256',
    '0.512',
    '+Inf',
  ]);
});

it('waits for the limit are timed apart', async () => {
  const { wire, series, clock, lines } = scene({}, 0);
  const pause = async (): Promise<void> => {};
  const limited = new LimitedWire(wire, {
    limit: { perSecond: 4, burst: 1 },
    clock,
    pause,
    server,
    observer: series,
  });
  for (let request = 0; request < 3; request++)
    await limited.send({ ...call, method: 'GET', path: '/healthz' });
  const labels = `{verb="GET",url="${server}/%7Bprefix%7D"}`;
  expect((await lines()).slice(-2)).toEqual([
    `rest_client_rate_limiter_duration_seconds_sum${labels} 0.75`,
    `rest_client_rate_limiter_duration_seconds_count${labels} 3`,
  ]);
});

it('durations and sizes are by host since 1.26', async () => {
  const series = new RequestSeries('1.26');
  const registry = new Registry();
  series.register(registry);
  const wire = new MeteredWire(new FakeWire(() => ({})), {
    server,
    observer: series,
    clock: { now: () => 0 },
  });
  await wire.send({ ...call, method: 'POST', path: '/api/v1/pods', body: '"ä"' });
  const page = await registry.metrics();
  expect(page).toContain('rest_client_request_duration_seconds_count{verb="POST",host="a.example:6443"} 1');
  expect(page).toContain('rest_client_request_size_bytes_sum{verb="POST",host="a.example:6443"} 4');
});
