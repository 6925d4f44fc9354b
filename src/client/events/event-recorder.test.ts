import { describe, expect, it } from 'vitest';
import {
  clientOf,
  type FakeCall,
  type FakeServer,
  failureStatus,
  noChance,
} from '../../../test/support/unit/fake-wire.ts';
import { VirtualTime } from '../../../test/support/unit/virtual-time.ts';
import { CallError } from '../call-error.ts';
import { EventRecorder } from './event-recorder.ts';

const pod = { kind: 'Pod', apiVersion: 'v1', namespace: 'a', name: 'web', uid: 'u' };

/** A server that keeps events. */
function keeping(): FakeServer {
  const events = new Map<string, object>();
  return ({ method, path, body }) => {
    const name = method === 'POST' ? body.metadata.name : path.split('/').at(-1);
    events.set(name, { ...events.get(name), ...body });
    return events.get(name)!;
  };
}

function recorder(server: FakeServer = keeping()) {
  const time = new VirtualTime();
  const warnings: string[] = [];
  const { client, wire } = clientOf(server);
  const made = new EventRecorder({
    client,
    component: 'tester',
    clock: time,
    monotonic: time,
    random: noChance,
    pause: time.pause,
    warn: (text) => warnings.push(text),
  });
  const say = async (message: string, object: object = pod, reason = 'Tested') => {
    made.record(object, 'Normal', reason, message);
    await time.advance(0);
  };
  return { made, say, time, warnings, calls: wire.calls };
}

/** `POST 1 text`, or `PATCH 2 text`. */
const sent = ({ method, body }: FakeCall) => `${method} ${body.count} ${body.message}`;

describe('a recorder', () => {
  it('creates an event beside its object', async () => {
    const { say, calls } = recorder();
    await say('it works');
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/api/v1/namespaces/a/events' });
    const at = '2023-11-14T22:13:20Z';
    expect(calls[0]!.body).toMatchObject({
      metadata: { namespace: 'a', name: expect.stringMatching(/^web\.1797[\da-f]{12}$/) },
      involvedObject: pod,
      reason: 'Tested',
      message: 'it works',
      type: 'Normal',
      source: { component: 'tester' },
      count: 1,
      firstTimestamp: at,
      lastTimestamp: at,
    });
  });

  it('creates that of an object without namespace in default', async () => {
    const { say, calls } = recorder();
    await say('it works', { kind: 'Node', name: 'n1' });
    expect(calls[0]!.path).toBe('/api/v1/namespaces/default/events');
  });

  it('counts up what it says again', async () => {
    const { say, time, calls } = recorder();
    for (const _ of [1, 2, 3]) {
      await say('same');
      time.jump(60_000);
    }
    expect(calls.map(sent)).toEqual(['POST 1 same', 'PATCH 2 same', 'PATCH 3 same']);
    const { name } = calls[0]!.body.metadata;
    expect(calls[2]).toMatchObject({
      path: `/api/v1/namespaces/a/events/${name}`,
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
      body: { count: 3, lastTimestamp: '2023-11-14T22:15:20Z', message: 'same' },
    });
  });

  it('goes on from the count that the server has', async () => {
    const { say, calls } = recorder(({ body, method }) =>
      method === 'PATCH' ? { ...body, metadata: {}, count: 7 } : body,
    );
    for (const _ of [1, 2, 3]) await say('same');
    expect(calls.map(sent)).toEqual(['POST 1 same', 'PATCH 2 same', 'PATCH 8 same']);
  });

  it('creates an event anew that has been removed, with its count', async () => {
    const { say, calls } = recorder(({ method, body }) =>
      method === 'PATCH' ? failureStatus(404, 'NotFound') : body,
    );
    for (const _ of [1, 2]) await say('same');
    expect(calls.map(sent)).toEqual(['POST 1 same', 'PATCH 2 same', 'POST 2 same']);
    expect(calls[2]!.body.metadata).not.toHaveProperty('resourceVersion');
  });

  it('combines events from the tenth message on, for ten minutes after the last', async () => {
    const { say, time, calls } = recorder();
    for (let n = 1; n <= 11; n++) await say(`message ${n}`);
    expect(calls.slice(8).map(sent)).toEqual([
      'POST 1 message 9',
      'POST 1 (combined from similar events): message 10',
      'PATCH 2 (combined from similar events): message 11',
    ]);
    time.jump(600_001);
    await say('message 12');
    expect(sent(calls.at(-1)!)).toBe('POST 1 message 12');
  });

  it('takes other reasons and objects for others', async () => {
    const { say, calls } = recorder();
    for (let n = 1; n <= 9; n++) await say(`message ${n}`);
    await say('message', pod, 'Other');
    await say('message', { ...pod, name: 'other' });
    expect(calls.slice(9).map(sent)).toEqual(['POST 1 message', 'POST 1 message']);
  });

  it('sends 25 events on an object at once, and one more each five minutes', async () => {
    const { say, time, calls } = recorder();
    for (let n = 0; n < 40; n++) await say('same');
    expect(calls).toHaveLength(25);
    time.jump(299_999);
    await say('same');
    expect(calls).toHaveLength(25);
    time.jump(1);
    await say('same');
    await say('same');
    expect(calls).toHaveLength(26);
    await say('same', { ...pod, name: 'other' });
    expect(calls).toHaveLength(27);
  });

  it('tries twelve times, ten seconds apart, when there is no answer', async () => {
    const { say, time, warnings, calls } = recorder(() => {
      throw new CallError('unreachable', 'refused');
    });
    await say('lost');
    // The first pause is by chance, here none.
    await time.advance(99_999);
    expect([calls.length, warnings]).toEqual([11, []]);
    await time.advance(1);
    expect(calls).toHaveLength(12);
    expect(warnings[0]).toContain('(retry limit exceeded!)');
    await time.advance(100_000);
    expect(calls).toHaveLength(12);
  });

  it('does not try again what the server refuses', async () => {
    const { say, warnings, calls } = recorder(() => failureStatus(403, 'Forbidden'));
    await say('refused');
    expect([calls.length, warnings]).toEqual([1, [expect.stringContaining('(Tested): Forbidden!')]]);
  });

  it('drops what a queue of a thousand cannot hold', async () => {
    const { made, time, calls } = recorder();
    for (let n = 0; n < 1_500; n++) made.record({ ...pod, name: `web-${n}` }, 'Warning', 'Tested', 'x');
    for (let n = 0; n < 3_000 && calls.length < 1_000; n++) await time.advance(0);
    await made.close();
    expect(calls).toHaveLength(1_000);
  });

  it('sends nothing after it was closed', async () => {
    const { made, say, calls } = recorder();
    await made.close();
    await say('late');
    expect(calls).toEqual([]);
  });
});

describe('to flush', () => {
  it('is to wait until all is sent', async () => {
    const gate = Promise.withResolvers<void>();
    const keep = keeping();
    const { made, calls } = recorder(async (call) => {
      await gate.promise;
      return keep(call);
    });
    made.record(pod, 'Normal', 'Tested', 'one');
    made.record(pod, 'Normal', 'Tested', 'two');
    let isFlushed = false;
    const flushed = made.flush(1_000).then(() => (isFlushed = true));
    await new Promise(setImmediate);
    expect([calls.length, isFlushed]).toEqual([1, false]);
    gate.resolve();
    await flushed;
    expect(calls).toHaveLength(2);
  });

  it('takes no longer than it may', async () => {
    const { made, time } = recorder(() => new Promise<never>(() => {}));
    made.record(pod, 'Normal', 'Tested', 'one');
    const flushed = made.flush(1_000);
    await time.advance(1_000);
    await flushed;
  });

  it('is over at once when there is nothing', async () => {
    await recorder().made.flush(1_000);
  });
});
