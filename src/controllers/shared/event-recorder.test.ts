import { describe, expect, it } from 'vitest';
import { clientOf } from '../../../test/support/unit/fake-wire.ts';
import { EventRecorder } from './event-recorder.ts';

const pod = { apiVersion: 'v1', kind: 'Pod', namespace: 'ns', name: 'web', uid: 'u1' };
const path = '/api/v1/namespaces/ns/events';

/** A recorder whose server answers each request so. */
function recorder(answer: (method: string) => object = () => ({})) {
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
  const warnings: string[] = [];
  const { client, wire } = clientOf(({ method }) => answer(method));
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const events = new EventRecorder({ client, clock, component: 'tester', log });
  /** The requests, when all are done. */
  const sent = async (): Promise<{ text: string; body: any }[]> => {
    await events.settled();
    return wire.calls.map(({ method, path: asked, body }) => ({ text: `${method} ${asked}`, body }));
  };
  return { events, clock, warnings, sent };
}

describe('an event', () => {
  it('says what happened to which object, and when', async () => {
    const { events, sent } = recorder();
    events.record(pod, 'Warning', 'Odd', 'It is odd.');
    expect(await sent()).toEqual([
      {
        text: `POST ${path}`,
        body: {
          ...{ kind: 'Event', apiVersion: 'v1' },
          metadata: { name: `web.${(1767225600000n * 1000000n).toString(16)}`, namespace: 'ns' },
          involvedObject: pod,
          ...{ reason: 'Odd', message: 'It is odd.', type: 'Warning', source: { component: 'tester' } },
          ...{ firstTimestamp: '2026-01-01T00:00:00Z', lastTimestamp: '2026-01-01T00:00:00Z', count: 1 },
        },
      },
    ]);
  });

  it('of a cluster-scoped object is in the namespace default', async () => {
    const { events, sent } = recorder();
    events.record({ ...pod, namespace: '' }, 'Normal', 'Odd', 'It is odd.');
    const [{ text, body }] = (await sent()) as [{ text: string; body: any }];
    expect([text, body.involvedObject.namespace]).toEqual([
      'POST /api/v1/namespaces/default/events',
      undefined,
    ]);
  });

  it('that happens again is counted up', async () => {
    const { events, clock, sent } = recorder();
    events.record(pod, 'Warning', 'Odd', 'It is odd.');
    clock.time += 90_000;
    for (let again = 0; again < 2; again++) events.record(pod, 'Warning', 'Odd', 'It is odd.');
    events.record(pod, 'Warning', 'Odd', 'It is odder.');
    const [, second, third, other] = await sent();
    expect([second?.body, third?.body.count, other?.body.count]).toEqual([
      { count: 2, lastTimestamp: '2026-01-01T00:01:30Z', message: 'It is odd.' },
      3,
      1,
    ]);
  });

  it('that has expired is written anew, with its count', async () => {
    const expired = { kind: 'Status', code: 404, reason: 'NotFound', message: 'gone' };
    const { events, sent } = recorder((method) => (method === 'PATCH' ? expired : {}));
    for (let again = 0; again < 2; again++) events.record(pod, 'Warning', 'Odd', 'It is odd.');
    expect((await sent()).map(({ text, body }) => `${text.slice(0, 5)} ${body.count}`)).toEqual([
      ...['POST  1', 'PATCH 2', 'POST  2'],
    ]);
  });

  it('that cannot be written is lost', async () => {
    const { events, warnings, sent } = recorder(() => ({ kind: 'Status', code: 403, message: 'no' }));
    events.record(pod, 'Warning', 'Odd', 'It is odd.');
    await sent();
    expect(warnings).toEqual(['the event Odd of Pod web is lost: no']);
  });
});

it('about one object 25 come at once, and then one each five minutes', async () => {
  const { events, clock, sent } = recorder();
  const flood = (): void => {
    for (let index = 0; index < 40; index++) events.record(pod, 'Warning', 'Odd', `${clock.time} ${index}`);
  };
  flood();
  events.record({ ...pod, name: 'other', uid: 'u2' }, 'Warning', 'Odd', 'It is odd.');
  expect(await sent()).toHaveLength(26);
  clock.time += 600_000;
  flood();
  expect(await sent()).toHaveLength(28);
});

it('nothing is written after it is closed', async () => {
  const { events, sent } = recorder();
  await events.close();
  events.record(pod, 'Warning', 'Odd', 'It is odd.');
  expect(await sent()).toEqual([]);
});
