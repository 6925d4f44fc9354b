import { afterAll, beforeAll, expect, it } from 'vitest';
import { TraceCollector } from '../../../test/support/trace-collector.ts';
import { OtlpTracer } from './otlp-tracer.ts';

let collector: TraceCollector;
beforeAll(async () => {
  collector = await TraceCollector.start();
});
afterAll(() => collector.close());

it('of the spans that are made before the collector can take any, as many wait as may, and the rest is dropped', async () => {
  const tracer = new OtlpTracer({
    endpoint: collector.endpoint,
    perMillion: 1_000_000,
    service: 's',
    instance: 'i',
    random: { below: () => 0 } as never,
    report: () => {},
  });
  for (let index = 0; index < 5_000; index++) tracer.request(`r${index}`, {}, {} as never)!.end();
  await tracer.close();
  const { length } = collector.spans;
  expect(length).toBeGreaterThanOrEqual(2_048);
  // A batch was on its way already.
  expect(length).toBeLessThanOrEqual(2_048 + 512);
  expect(collector.spans[length - 1]!.name).toBe(`r${length - 1}`);
});
