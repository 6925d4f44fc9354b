import { describe, expect, it } from 'vitest';
import { clientOf, type FakeCall, failureStatus, noChance } from '../../../test/support/unit/fake-wire.ts';
import { VirtualTime } from '../../../test/support/unit/virtual-time.ts';
import { dialects } from '../../api/meta/dialect.ts';
import type { CoordinationV1LeaseSpec } from '../../api/schema/types.gen.ts';
import type { Wire, WireCall } from '../api/wire.ts';
import { usualTimes } from './election-times.ts';
import { LeaderElector, type LeaderElectorOptions } from './leader-elector.ts';
import { LeaderWire } from './leader-wire.ts';
import { LeaseLock } from './lease-lock.ts';

const never = new AbortController().signal;

/** A server with one lease. */
class LeaseServer {
  readonly time = new VirtualTime();
  readonly calls: FakeCall[] = [];
  spec: CoordinationV1LeaseSpec | undefined;
  /** Answers in place of the server, if it answers. */
  fails: ((call: FakeCall) => object | Promise<object> | undefined) | undefined;
  #version = 0;

  readonly answer = (call: FakeCall): object | Promise<object> => {
    this.calls.push(call);
    const failure = this.fails?.(call);
    if (failure !== undefined) return failure;
    const { method, body } = call;
    if (method === 'GET' && this.spec === undefined) return failureStatus(404, 'NotFound');
    if (method === 'PUT' && body.metadata.resourceVersion !== String(this.#version)) {
      return failureStatus(409, 'Conflict');
    }
    if (method !== 'GET') this.set(body.spec);
    return { metadata: { name: 'manager', resourceVersion: String(this.#version) }, spec: this.spec };
  };

  set(spec: CoordinationV1LeaseSpec): void {
    this.spec = spec;
    this.#version++;
  }

  candidate(identity: string, more: Partial<LeaderElectorOptions> = {}) {
    const { time } = this;
    const { client } = clientOf(this.answer);
    const events: string[] = [];
    const lock = new LeaseLock({ client, dialect: dialects[1]!, namespace: 'kube-system', name: 'manager' });
    const elector = new LeaderElector({
      lock,
      identity,
      times: usualTimes,
      random: noChance,
      pause: time.pause,
      clocks: { wall: time, monotonic: time },
      onEvent: (text) => events.push(text),
      onLeader: (leader) => events.push(`${identity} sees ${leader}`),
      warn: (text) => events.push(`${identity}: ${text}`),
      ...more,
    });
    return { elector, events };
  }
}

/** Whether it has happened. */
function watch(promise: Promise<unknown>): { done: boolean } {
  const state = { done: false };
  promise.then(() => (state.done = true)).catch(() => {});
  return state;
}

const held = (holderIdentity: string, renewTime = '2001-01-01T00:00:00.000000Z') => ({
  holderIdentity,
  leaseDurationSeconds: 15,
  acquireTime: renewTime,
  renewTime,
  leaseTransitions: 3,
});

describe('a candidate', () => {
  it('creates the lease that is not there', async () => {
    const server = new LeaseServer();
    const { elector, events } = server.candidate('a');
    await elector.acquire(never);
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/manager',
      'POST /apis/coordination.k8s.io/v1/namespaces/kube-system/leases',
    ]);
    const now = '2023-11-14T22:13:20.000000Z';
    expect(server.spec).toEqual({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      leaseTransitions: 0,
      acquireTime: now,
      renewTime: now,
    });
    expect([elector.isLeader(), events]).toEqual([true, ['a sees a', 'a became leader']]);
  });

  it('takes a lease without a holder at once', async () => {
    const server = new LeaseServer();
    server.set(held(''));
    await server.candidate('a').elector.acquire(never);
    expect(server.spec).toMatchObject({ holderIdentity: 'a', leaseTransitions: 4 });
  });

  it('waits a whole lease from when it saw the lease first, whatever times are in it', async () => {
    const server = new LeaseServer();
    server.set(held('b'));
    const { elector, events } = server.candidate('a');
    const acquired = watch(elector.acquire(never));
    await server.time.advance(14_000);
    expect([acquired.done, elector.isLeader(), elector.leader]).toEqual([false, false, 'b']);
    // Every two seconds, and at the end of the lease.
    expect(server.calls).toHaveLength(8);
    await server.time.advance(1_000);
    expect(acquired.done).toBe(true);
    expect(server.spec).toMatchObject({
      holderIdentity: 'a',
      leaseTransitions: 4,
      acquireTime: '2023-11-14T22:13:35.000000Z',
    });
    expect(events).toEqual(['a sees b', 'a sees a', 'a became leader']);
  });

  it('waits anew with each change of the lease', async () => {
    const server = new LeaseServer();
    server.set(held('b'));
    const acquired = watch(server.candidate('a').elector.acquire(never));
    for (let n = 0; n < 5; n++) {
      await server.time.advance(10_000);
      server.set(held('b', `2001-01-01T00:00:1${n}.000000Z`));
    }
    expect(acquired.done).toBe(false);
  });

  it('asks up to 2.2 times as rarely by chance', async () => {
    const server = new LeaseServer();
    server.set(held('b'));
    const random = { ...noChance, below: (bound: number) => bound };
    watch(server.candidate('a', { random }).elector.acquire(never));
    await server.time.advance(4_399);
    expect(server.calls).toHaveLength(1);
    await server.time.advance(1);
    expect(server.calls).toHaveLength(2);
  });

  it.each([0, 0.3, 0.5, 0.9, 1])(
    'leads less than 20 s after the last renewal of a leader that is gone, whenever it looks: chance %d',
    async (chance) => {
      const random = { ...noChance, below: (bound: number) => bound * chance };
      for (let offset = 0; offset < 5_000; offset += 700) {
        const server = new LeaseServer();
        const acquired = watch(server.candidate('a', { random }).elector.acquire(never));
        server.set(held('b', 'first'));
        await server.time.advance(offset);
        server.set(held('b', 'last'));
        await server.time.advance(19_500);
        expect([offset, acquired.done]).toEqual([offset, true]);
      }
    },
  );

  it('asks at its usual pace when the lease has ended and the server does not answer', async () => {
    const server = new LeaseServer();
    server.set(held('b'));
    watch(server.candidate('a').elector.acquire(never));
    await server.time.advance(14_999);
    const before = server.calls.length;
    server.fails = () => failureStatus(500, 'InternalError');
    await server.time.advance(20_000);
    expect(server.calls.length - before).toBeLessThanOrEqual(10);
  });

  it('does not write the lease when it was stopped after it had read it', async () => {
    const server = new LeaseServer();
    server.set(held(''));
    let isFirst = true;
    server.fails = ({ method }) => {
      if (method === 'GET' && isFirst) server.time.jump(13_000);
      isFirst = false;
      return undefined;
    };
    const { elector } = server.candidate('a');
    const acquired = watch(elector.acquire(never));
    await server.time.advance(1);
    expect([acquired.done, server.spec!.holderIdentity]).toEqual([false, '']);
    // Tried again after the jump and a pause.
    await server.time.advance(15_000);
    expect([acquired.done, elector.isLeader()]).toEqual([true, true]);
  });

  it('loses to another that was faster', async () => {
    const server = new LeaseServer();
    server.set(held(''));
    server.fails = ({ method }) => {
      if (method === 'PUT' && server.spec!.holderIdentity === '') server.set(held('b'));
      return undefined;
    };
    const { elector, events } = server.candidate('a');
    const acquired = watch(elector.acquire(never));
    await server.time.advance(10_000);
    expect([acquired.done, elector.leader, events[0]]).toEqual([
      ...[false, 'b', 'a: lease kube-system/manager: Conflict!'],
    ]);
  });
});

describe('a leader', () => {
  async function leader(more: Partial<LeaderElectorOptions> = {}) {
    const server = new LeaseServer();
    const candidate = server.candidate('a', more);
    await candidate.elector.acquire(never);
    const closing = new AbortController();
    const holding = candidate.elector.hold(closing.signal);
    return { server, ...candidate, closing, holding, lost: watch(holding) };
  }

  it('renews every two seconds, and keeps when it began and how often leaders changed', async () => {
    const { server, elector, lost } = await leader();
    const { acquireTime } = server.spec!;
    await server.time.advance(60_000);
    expect(server.calls.filter(({ method }) => method === 'PUT')).toHaveLength(30);
    expect(server.spec).toMatchObject({
      acquireTime,
      leaseTransitions: 0,
      renewTime: '2023-11-14T22:14:20.000000Z',
    });
    expect([elector.isLeader(), lost.done, elector.problem()]).toEqual([true, false, undefined]);
  });

  it('gives up when all tries of ten seconds have failed', async () => {
    const { server, elector, lost } = await leader();
    server.fails = () => failureStatus(500, 'InternalError');
    await server.time.advance(11_000);
    expect([elector.isLeader(), lost.done]).toEqual([true, false]);
    server.fails = undefined;
    // The next try would come when the time is over.
    await server.time.advance(2_000);
    expect([elector.isLeader(), lost.done]).toEqual([false, true]);
  });

  it('renews at the last moment, and gives back, by clocks and times that are no whole milliseconds', async () => {
    const server = new LeaseServer();
    const monotonic = { now: () => server.time.now() + 0.123 };
    const times = { leaseDuration: 2_000, renewDeadline: 1_333, retryPeriod: 267 };
    const clocks = { wall: server.time, monotonic };
    const { elector, events } = server.candidate('a', { clocks, times, releaseOnEnd: true });
    await elector.acquire(never);
    const closing = new AbortController();
    const holding = elector.hold(closing.signal);
    server.fails = () => failureStatus(500, 'InternalError');
    await server.time.advance(1_300);
    server.fails = undefined;
    await server.time.advance(10_000);
    expect(elector.isLeader()).toBe(true);
    closing.abort();
    await holding;
    expect(server.spec!.holderIdentity).toBe('');
    expect(events.filter((text) => text.includes('range'))).toEqual([]);
  });

  it('gives back what a renewal wrote that was broken off', async () => {
    const server = new LeaseServer();
    const { elector, events } = server.candidate('a', { releaseOnEnd: true });
    await elector.acquire(never);
    const closing = new AbortController();
    const holding = elector.hold(closing.signal);
    server.fails = ({ method, body }) => {
      if (method !== 'PUT') return undefined;
      // The server has written it, and the answer is not awaited any more.
      server.fails = undefined;
      server.set(body.spec);
      closing.abort();
      return Promise.reject(closing.signal.reason);
    };
    await server.time.advance(usualTimes.retryPeriod);
    await holding;
    expect(server.spec!.holderIdentity).toBe('');
    expect(events.at(-1)).toBe('a stopped leading');
  });

  it('gives back a lease that is written meanwhile', async () => {
    const server = new LeaseServer();
    const { elector } = server.candidate('a', { releaseOnEnd: true });
    await elector.acquire(never);
    server.fails = ({ method }) => {
      if (method !== 'PUT') return undefined;
      server.fails = undefined;
      server.set(server.spec!);
      return undefined;
    };
    await elector.hold(AbortSignal.abort());
    expect(server.spec!.holderIdentity).toBe('');
  });

  it('does not give back the lease of another one', async () => {
    const server = new LeaseServer();
    const { elector } = server.candidate('a', { releaseOnEnd: true });
    await elector.acquire(never);
    server.set(held('b'));
    await elector.hold(AbortSignal.abort());
    expect(server.spec!.holderIdentity).toBe('b');
  });

  it('renews when the errors end before that', async () => {
    const { server, elector, lost } = await leader();
    server.fails = () => failureStatus(500, 'InternalError');
    await server.time.advance(9_000);
    server.fails = undefined;
    await server.time.advance(60_000);
    expect([elector.isLeader(), lost.done]).toEqual([true, false]);
  });

  it('has lost before another one may lead', async () => {
    const { server, elector, lost, events } = await leader();
    const other = server.candidate('b').elector;
    const risen = watch(other.acquire(never));
    await server.time.advance(6_000);
    // Its own requests fail from now on.
    server.fails = ({ body, method }) => {
      const isOthers = method === 'GET' || body.spec.holderIdentity === 'b';
      return isOthers ? undefined : failureStatus(500, 'InternalError');
    };
    for (let second = 0; second < 20; second++) {
      await server.time.advance(1_000);
      expect(elector.isLeader() && other.isLeader()).toBe(false);
    }
    expect([lost.done, risen.done]).toEqual([true, true]);
    expect(events.at(-1)).toBe('a stopped leading');
    // The lease was not given back: the other one had to wait for its end.
    expect(server.spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
  });

  it('that was stopped for a while knows it before it writes', async () => {
    const { server, elector, lost } = await leader();
    const wire = new LeaderWire({ send: () => Promise.reject(new Error('sent')) } as never, elector);
    const write = (method: string) =>
      wire.send({ method, path: '/x', headers: {}, signal: never }).catch(({ message }: Error) => message);
    await server.time.advance(5_000);
    expect(await write('PUT')).toBe('sent');
    const puts = () => server.calls.filter(({ method }) => method === 'PUT').length;
    const before = puts();
    server.time.jump(13_000);
    expect(elector.isLeader()).toBe(false);
    expect(await write('PUT')).toBe('PUT /x: this process is not the leader any more');
    expect(await write('GET')).toBe('sent');
    await server.time.advance(10_000);
    expect([lost.done, puts()]).toEqual([true, before]);
  });

  it('says with each write which Lease it holds', async () => {
    const { elector } = await leader();
    const sent: WireCall[] = [];
    const wire = new LeaderWire({ send: async (call: WireCall) => void sent.push(call) } as never, elector);
    for (const method of ['POST', 'GET'])
      await wire.send({ method, path: '/x', headers: { a: 'b' }, signal: never });
    expect(sent.map(({ headers }) => headers)).toEqual([
      { a: 'b', 'lease-holder': 'kube-system/manager/a' },
      { a: 'b' },
    ]);
  });

  it('that is stopped after it has decided to write is asked again at the last moment', async () => {
    const { server, elector } = await leader();
    const waiting = { send: async ({ mayGo }: WireCall) => mayGo?.() } as unknown as Wire;
    const stopped: Wire = {
      send: async (call) => {
        server.time.jump(13_000);
        return waiting.send(call);
      },
      [Symbol.dispose]() {},
    };
    const wire = new LeaderWire(stopped, elector);
    const call = { path: '/x', headers: {}, signal: never };
    await expect(wire.send({ ...call, method: 'PUT' })).rejects.toThrow(
      'PUT /x: this process is not the leader any more',
    );
  });

  it('whose machine slept knows it by the time of day', async () => {
    const wall = new VirtualTime();
    const server = new LeaseServer();
    const { elector } = server.candidate('a', { clocks: { wall, monotonic: server.time } });
    await elector.acquire(never);
    wall.jump(12_000);
    expect(elector.isLeader()).toBe(false);
  });

  it('leads no more when it sees another holder', async () => {
    const { server, elector, lost } = await leader();
    server.set(held('b'));
    await server.time.advance(2_000);
    expect([elector.isLeader(), lost.done, server.spec!.holderIdentity]).toEqual([false, true, 'b']);
  });

  it('is not healthy when it has not renewed for twenty seconds longer than a lease', async () => {
    const { server, elector } = await leader();
    server.time.jump(35_000);
    expect(elector.problem()).toBeUndefined();
    server.time.jump(1);
    expect(elector.problem()).toBe('failed election to renew leadership on lease manager');
  });

  it.each([
    [true, { holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 0 }],
    [false, { holderIdentity: 'a', leaseDurationSeconds: 15, leaseTransitions: 0 }],
  ])('that ends gives the lease back if it is to: %j', async (releaseOnEnd, spec) => {
    const { server, elector, closing, holding } = await leader({ releaseOnEnd });
    closing.abort();
    await holding;
    expect(server.spec).toMatchObject(spec);
    expect(elector.isLeader()).toBe(false);
  });
});

describe('times', () => {
  it.each([
    [{ leaseDuration: 10_000 }, 'leaseDuration must be greater than renewDeadline'],
    [{ retryPeriod: 9_000 }, 'renewDeadline must be greater than retryPeriod*JitterFactor'],
    [{ retryPeriod: 0 }, 'retryPeriod must be greater than zero'],
  ])('%j are refused', (times, text) => {
    expect(() => new LeaseServer().candidate('a', { times: { ...usualTimes, ...times } })).toThrow(text);
  });
});
