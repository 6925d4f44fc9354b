import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { parseRequestInfo, type RequestInfo } from '../../api/request/request-info.ts';
import { RequestTrace, StepTimes } from '../../util/tracing/request-trace.ts';
import type { RequestState } from '../request-state.ts';
import { RequestSeries } from './request-series.ts';

/** Three requests of a second, a dry run among them: a quarter of it is that of webhooks, another one a wait for seats. */
async function levelsIn(release: string): Promise<string[]> {
  const series = new RequestSeries([1], release);
  const times = Object.assign(new StepTimes(), { webhooks: 250, flowControl: 250 });
  const state = (method: string, target: string): RequestState =>
    ({
      info: parseRequestInfo(method, target) as RequestInfo,
      served: undefined,
      applies: false,
      trace: new RequestTrace(times),
    }) as never;
  series.done(state('POST', '/api/v1/namespaces/a/pods'), 201, '', 1, 0);
  series.done(state('POST', '/api/v1/namespaces/a/pods'), 201, 'All', 1, 0);
  series.done(state('GET', '/api/v1/pods?watch=1'), 200, '', 1, 0);
  const registry = new Registry();
  series.register(registry);
  const page = await registry.metrics();
  return page
    .split('\n')
    .filter((line) => /^apiserver_request_sli_duration_seconds_(sum|count)/.test(line))
    .map((line) => line.replace(/.*_(sum|count)\{.*verb="(\w+)".*\} /, '$2 $1 '));
}

it.each([
  ['1.26', ['POST sum 1.5', 'POST count 2']],
  ['1.27', ['POST sum 1', 'POST count 2']],
  ['1.34', ['POST sum 1', 'POST count 2']],
  ['1.35', ['POST sum 0.5', 'POST count 1']],
])('durations of what the server itself does, in %s', async (release, expected) => {
  expect(await levelsIn(release)).toEqual(expected);
});
