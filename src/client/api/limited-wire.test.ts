import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { LimitedWire } from './limited-wire.ts';
import type { Wire } from './wire.ts';

const call = { method: 'GET', path: '/', headers: {}, signal: new AbortController().signal };

it('a burst goes at once, the rest as fast as the limit allows', async () => {
  let now = 0;
  const pauses: number[] = [];
  const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
  let sent = 0;
  const wire: Wire = {
    send: async () => ({ status: 200 + sent++, headers: {}, body: Readable.from([]) }),
    [Symbol.dispose]: () => {},
  };
  const limited = new LimitedWire(wire, {
    limit: { perSecond: 10, burst: 2 },
    clock: { now: () => now },
    pause,
    server: 'https://a.example',
  });
  for (let request = 0; request < 4; request++) await limited.send(call);
  expect([pauses, sent]).toEqual([[100, 200], 4]);
  now = 1_000;
  await limited.send(call);
  expect(pauses).toHaveLength(2);
});
