import { afterAll, beforeAll, expect, it } from 'vitest';
import { TraceCollector } from '../../../test/support/trace-collector.ts';
import { OtlpTracer } from './otlp-tracer.ts';

const tracerOf = (perMillion: number, below = 0) =>
  new OtlpTracer({
    endpoint: collector.endpoint,
    perMillion,
    service: 's',
    instance: 'i',
    random: { below: () => below } as never,
    report: () => {},
  });

let collector: TraceCollector;
beforeAll(async () => {
  collector = await TraceCollector.start();
});
afterAll(() => collector.close());

it('of the spans that are made before the collector can take any, as many wait as may, and the rest is dropped', async () => {
  const tracer = tracerOf(1_000_000);
  for (let index = 0; index < 5_000; index++) tracer.request(`r${index}`, {}, {} as never)!.end();
  await tracer.close();
  const { length } = collector.spans;
  expect(length).toBeGreaterThanOrEqual(2_048);
  // A batch was on its way already.
  expect(length).toBeLessThanOrEqual(2_048 + 512);
  expect(collector.spans[length - 1]!.name).toBe(`r${length - 1}`);
});

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const recorded = `00-${traceId}-${spanId}-01`;
const unrecorded = `00-${traceId}-${spanId}-00`;

it.each([
  ['of anybody is linked to', recorded, false, 1_000_000, { links: 1, joins: false }],
  ['of anybody does not decide', recorded, false, 0, undefined],
  ['of a trusted caller goes on', recorded, true, 0, { links: 0, joins: true }],
  ['of a trusted caller that is not recorded ends', unrecorded, true, 1_000_000, undefined],
  ['that is none decides nothing', 'x', true, 1_000_000, { links: 0, joins: false }],
])('the trace %s', async (name, traceparent, isTrusted, perMillion, expected) => {
  const tracer = tracerOf(perMillion);
  tracer.request(name, {}, { traceparent, tracestate: 'a=1', isTrusted })?.end();
  await tracer.close();
  const span = collector.spans.find((one) => one.name === name);
  const found = span && {
    links: span.links.filter(({ trace, id }) => trace === traceId && id === spanId).length,
    joins: span.trace === traceId && span.parent === spanId,
  };
  expect(found).toEqual(expected);
});
