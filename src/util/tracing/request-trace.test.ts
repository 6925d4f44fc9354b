import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { currentTrace, RequestTrace, runFor, traceFields, within } from './request-trace.ts';
import type { Span } from './span.ts';

/** A span that writes down what begins and ends within it. */
function spanOf(name: string, events: string[]): Span {
  return {
    traceparent: name,
    baggage: undefined,
    child: (child) => {
      events.push(`${name} > ${child}`);
      return spanOf(child, events);
    },
    set: () => {},
    end: (error) => void events.push(`${name} ended${error === undefined ? '' : ` with ${error}`}`),
  };
}

const none = () => ({});

it('times of steps add up, for the request that they are of', async () => {
  const [one, other] = [new RequestTrace(), new RequestTrace()];
  await Promise.all([
    runFor(one, async () => {
      await sleep(1);
      currentTrace()!.add('storage', 5);
      currentTrace()!.add('storage', 2);
    }),
    runFor(other, async () => {
      await sleep(1);
      currentTrace()!.add('admission', 3);
    }),
  ]);
  expect([one.times.storage, one.times.admission, other.times.admission]).toEqual([7, 0, 3]);
  expect(currentTrace()).toBeUndefined();
});

it('the time of a lap belongs to its step, or to none', async () => {
  const trace = new RequestTrace();
  trace.lap();
  await sleep(5);
  trace.lap('authorization');
  await sleep(5);
  trace.lap();
  expect(trace.times.authorization).toBeGreaterThan(3);
  expect(trace.times.audit).toBe(0);
});

it('the bytes of an answer are made once, whatever is sent after its head', async () => {
  const trace = new RequestTrace();
  trace.encoding();
  await sleep(5);
  trace.encoded();
  const { serialization } = trace.times;
  trace.encoding();
  trace.encoded();
  expect([serialization > 3, trace.times.serialization === serialization]).toEqual([true, true]);
});

it('spans are within each other, side by side as well, and say with what they failed', async () => {
  const events: string[] = [];
  const trace = new RequestTrace(undefined, spanOf('request', events));
  await runFor(trace, () =>
    within('admission', none, 'internal', async () => {
      const fails = within('b', none, 'client', async () => {
        await sleep(5);
        expect(traceFields()).toEqual({ traceparent: 'b' });
        throw new Error('no');
      });
      await Promise.all([within('a', none, 'client', async () => {}), fails.catch(() => {})]);
      expect(traceFields()).toEqual({ traceparent: 'admission' });
    }),
  );
  expect(events).toEqual([
    ...['request > admission', 'admission > b', 'admission > a', 'a ended', 'b ended with Error: no'],
    'admission ended',
  ]);
});

it('where nothing is traced, no span is begun and no attributes are made', async () => {
  const attributes = (): never => {
    throw new Error('made');
  };
  const trace = new RequestTrace();
  const found = await runFor(trace, () =>
    within('x', attributes, 'client', async () => [currentTrace(), traceFields()]),
  );
  expect(found).toEqual([trace, undefined]);
  expect(await within('x', attributes, 'client', async () => currentTrace())).toBeUndefined();
});
