import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, it } from 'vitest';
import { ShutdownGate } from '../../server/filters/shutdown-gate.ts';
import { type ShutdownDependencies, stopServing } from './shutdown.ts';

/** The steps that happen, in order; serving is over as soon as nothing is held open. */
function scene(more: Partial<ShutdownDependencies> = {}, watches = 0) {
  const events: string[] = [];
  const note = (event: string): void => void (events.at(-1) !== event && events.push(event));
  let open = watches;
  const lines = { write: (line: string) => note(JSON.parse(line).name) };
  const dependencies: ShutdownDependencies = {
    serving: {
      retire: () => note('clients of HTTP/1.1 are sent elsewhere'),
      close: async () => {
        note('serving closes');
        while (open > 0) await sleep(5);
      },
      cut: () => note('cut'),
    },
    gate: new ShutdownGate('agent/'),
    refuses: false,
    delay: 40,
    requestTimeout: 1_000,
    watchTermination: 0,
    announce: () => note('readyz'),
    leave: async () => {
      await sleep(5);
      note('address removed');
      return true;
    },
    endWatches: (atMost) => {
      if (atMost > 0) note('watches end');
      open = Math.max(0, open - atMost);
      return open;
    },
    log: pino({}, lines),
    ...more,
  };
  return { events, dependencies, left: () => open };
}

it('goes through its steps in order', async () => {
  const { events, dependencies } = scene();
  await stopServing(dependencies);
  expect(events).toEqual([
    'readyz',
    'ShutdownInitiated',
    'address removed',
    'clients of HTTP/1.1 are sent elsewhere',
    'AfterShutdownDelayDuration',
    'watches end',
    'serving closes',
    'HTTPServerStoppedListening',
    'InFlightRequestsDrained',
  ]);
});

it('listens until all is answered where new requests are refused', async () => {
  const { events, dependencies } = scene({ refuses: true, delay: 0 });
  await stopServing(dependencies);
  expect(events.slice(events.indexOf('AfterShutdownDelayDuration'))).toEqual([
    'AfterShutdownDelayDuration',
    'watches end',
    'InFlightRequestsDrained',
    'serving closes',
    'HTTPServerStoppedListening',
  ]);
});

it('a cluster that does not hear of it is no obstacle', async () => {
  const { events, dependencies } = scene({ leave: () => Promise.reject(new Error('no store')) });
  await stopServing(dependencies);
  expect(events.at(-1)).toBe('InFlightRequestsDrained');
});

it('watches end a few at a time', async () => {
  const { dependencies, left } = scene({ delay: 0 }, 45);
  const stopped = stopServing(dependencies);
  await sleep(20);
  expect(left()).toBeGreaterThan(0);
  await stopped;
  expect(left()).toBe(0);
});

it.each([
  { othersStay: true, atATime: 10 },
  { othersStay: false, atATime: 20 },
])(
  '$atATime of 200 watches end at a time where others stay: $othersStay',
  async ({ othersStay, atATime }) => {
    const atOnce: number[] = [];
    const { dependencies } = scene({ delay: 0, leave: async () => othersStay }, 200);
    const { endWatches } = dependencies;
    await stopServing({
      ...dependencies,
      endWatches(atMost) {
        atOnce.push(atMost);
        return endWatches(atMost);
      },
    });
    expect(atOnce.slice(0, 2)).toEqual([0, atATime]);
  },
);

it('watches end evenly over the time that the operator gives them', async () => {
  const { dependencies, left } = scene({ delay: 0, watchTermination: 400 }, 8);
  const begun = performance.now();
  const stopped = stopServing(dependencies);
  await sleep(120);
  expect(left()).toBeGreaterThan(2);
  await stopped;
  expect(left()).toBe(0);
  expect(performance.now() - begun).toBeGreaterThan(300);
});
