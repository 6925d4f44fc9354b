import { describe, expect, it } from 'vitest';
import { anonymousUser } from '../../api/meta/user.ts';
import { parseRequestInfo, type RequestInfo } from '../../api/request/request-info.ts';
import type { DispatchMarks } from './dispatch-marks.ts';
import { SeatRequest } from './fair-queue.ts';
import { FairQueues, type LevelLimits } from './fair-queues.ts';
import { plainWork, type Work } from './work.ts';

const subject = { user: anonymousUser, info: parseRequestInfo('GET', '/api') as RequestInfo };
const queuing = { queues: 64, handSize: 8, queueLengthLimit: 50 };

/** A level in simulated time, in seconds. */
class Level {
  now = 0;
  readonly queues: FairQueues;
  readonly order: string[] = [];

  constructor(limits: Partial<LevelLimits> = {}) {
    this.queues = new FairQueues({ seats: 1, queuing, ...limits }, () => this.now);
  }

  request(flow: string, seats: number | Work = 1): SeatRequest {
    const work = typeof seats === 'number' ? plainWork(seats) : seats;
    const request = new SeatRequest({ schema: 'schema', distinguisher: flow }, work, subject);
    request.dispatched = () => void this.order.push(flow);
    return request;
  }

  admit(flow: string, seats: number | Work = 1) {
    const request = this.request(flow, seats);
    return { request, outcome: this.queues.admit(request) };
  }
}

describe('requests of one level', () => {
  it('execute as long as there are seats, then wait, and go on when one ends', () => {
    const level = new Level({ seats: 2 });
    const first = level.admit('a');
    expect(first.outcome).toBe('executing');
    expect(level.admit('a').outcome).toBe('executing');
    expect(level.admit('a').outcome).toBe('waiting');
    expect(level.queues).toMatchObject({ executing: 2, waiting: 1, seatsInUse: 2 });
    level.queues.end(first.request);
    expect(level.order).toEqual(['a']);
    expect(level.queues).toMatchObject({ executing: 2, waiting: 0, seatsInUse: 2 });
  });

  it('are rejected beyond the seats where the level does not queue', () => {
    const level = new Level({ queuing: undefined });
    const { request } = level.admit('a');
    expect(level.admit('b').outcome).toBe('concurrency-limit');
    expect(level.queues.wouldReject(request)).toBe(true);
    level.queues.end(request);
    expect(level.admit('b').outcome).toBe('executing');
  });

  it('are rejected when their queue is full, and only then', () => {
    const level = new Level({ queuing: { queues: 1, handSize: 1, queueLengthLimit: 2 } });
    const { request } = level.admit('a');
    expect(level.queues.wouldReject(request)).toBe(false);
    expect([level.admit('b').outcome, level.admit('c').outcome]).toEqual(['waiting', 'waiting']);
    expect(level.queues.wouldReject(request)).toBe(true);
    expect(level.admit('d').outcome).toBe('queue-full');
  });

  it('of a flow that comes late and asks for little do not wait for the many of another one', () => {
    const level = new Level();
    const { request } = level.admit('elephant');
    for (let count = 0; count < 40; count++) level.admit('elephant');
    level.admit('mouse');
    level.now = 0.003;
    level.queues.end(request);
    level.now = 0.006;
    expect(level.order.length).toBe(1);
    expect([...level.order, ...drain(level, 3)]).toContain('mouse');
  });

  it('that give up are forgotten, and give way to those behind them', () => {
    const level = new Level({ seats: 2 });
    const { request } = level.admit('a');
    const wide = level.admit('b', 2);
    level.now = 1;
    const behind = level.admit('c');
    expect([wide.outcome, behind.outcome]).toEqual(['waiting', 'waiting']);
    expect(level.queues.cancel(wide.request)).toBe(true);
    expect(level.order).toEqual(['c']);
    expect(level.queues.cancel(wide.request)).toBe(false);
    level.queues.end(request);
    level.queues.end(behind.request);
    expect(level.queues.isIdle).toBe(true);
    expect(level.queues.activeQueues).toBe(0);
  });

  it('that take more seats than there are execute alone', () => {
    const level = new Level({ seats: 4 });
    const { request } = level.admit('a');
    const wide = level.admit('b', 10);
    expect(wide.outcome).toBe('waiting');
    // Narrow ones pass it for a while; then they wait, or it would never find the level empty.
    level.now = 1;
    expect(level.admit('c').outcome).toBe('waiting');
    level.queues.end(request);
    expect(level.order).toEqual(['b']);
    level.queues.end(wide.request);
    expect(level.order).toEqual(['b', 'c']);
  });

  it('that gave up their seats take them again, even beyond the limit', () => {
    const level = new Level();
    const first = level.admit('a');
    level.admit('b');
    level.queues.end(first.request);
    level.queues.resume(first.request);
    expect(level.queues).toMatchObject({ executing: 2, seatsInUse: 2 });
    level.queues.end(first.request);
    expect(level.queues).toMatchObject({ executing: 1, seatsInUse: 1 });
  });

  it('keep their seats after they have ended, if their work goes on', () => {
    const level = new Level({ seats: 4 });
    const write = level.admit('a', { seats: 1, finalSeats: 3, finalSeconds: 0.01 });
    expect(level.queues).toMatchObject({ executing: 1, seatsInUse: 3 });
    const behind = level.admit('b', 2);
    expect([write.outcome, behind.outcome]).toEqual(['executing', 'waiting']);
    level.queues.end(write.request);
    expect(level.queues).toMatchObject({ executing: 0, seatsInUse: 3 });
    expect(level.order).toEqual([]);
    level.queues.free(write.request);
    expect(level.order).toEqual(['b']);
    level.queues.end(behind.request);
    expect(level.queues).toMatchObject({ executing: 0, seatsInUse: 0, activeQueues: 0 });
  });

  it('count for their queue with the work that goes on after them', () => {
    const level = new Level({ seats: 4 });
    const { request } = level.admit('a', { seats: 1, finalSeats: 3, finalSeconds: 0.01 });
    expect(request.queue!.nextDispatch).toBeCloseTo(0.003 + 0.03);
    level.now = 0.001;
    level.queues.end(request);
    expect(request.queue!.nextDispatch).toBeCloseTo(0.001 + 0.03);
  });

  it('keep their places when the level gets fewer queues, or none', () => {
    const level = new Level({ queuing: { queues: 8, handSize: 4, queueLengthLimit: 50 } });
    const { request } = level.admit('x');
    for (const flow of ['a', 'b', 'c', 'd']) level.admit(flow);
    level.queues.configure({ seats: 1, queuing: { queues: 1, handSize: 1, queueLengthLimit: 50 } });
    expect(level.admit('e').outcome).toBe('waiting');
    level.queues.configure({ seats: 6, queuing: undefined });
    expect(level.order.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(level.admit('f').outcome).toBe('concurrency-limit');
    level.queues.end(request);
    expect(level.admit('f').outcome).toBe('executing');
  });
});

/** Ends what executes, one after the other, so many times; the flows that were dispatched meanwhile. */
function drain(level: Level, times: number): string[] {
  const before = level.order.length;
  const { queues } = level;
  for (let count = 0; count < times; count++) {
    level.now += 0.003;
    const running = queues.queues.find(({ executing }) => executing > 0)!;
    queues.end(executingOf(level, running.index));
  }
  return level.order.slice(before);
}

/** Any request of that queue stands for the one that executes: they take one seat each. */
function executingOf(level: Level, index: number): SeatRequest {
  const request = level.request('any');
  request.queue = level.queues.queues[index];
  request.since = level.now - 0.003;
  return request;
}

describe('two flows that always ask for more', () => {
  // Client after client sends its next request when one of its own has ended.
  function shares(
    flows: Record<string, { clients: number; seconds: number; seats?: number }>,
    seats: number,
  ) {
    // One queue for each flow: queues get the same, and a flow with a large hand may fill more of them.
    const level = new Level({ seats, queuing: { ...queuing, handSize: 1, queueLengthLimit: 200 } });
    const used: Record<string, number> = {};
    const running = new Map<SeatRequest, { flow: string; ends: number }>();
    const send = (flow: string): void => {
      const { seconds, seats: width = 1 } = flows[flow]!;
      const request = level.request(flow, width);
      const start = () => void running.set(request, { flow, ends: level.now + seconds });
      request.dispatched = start;
      if (level.queues.admit(request) === 'executing') start();
    };
    for (const [flow, { clients }] of Object.entries(flows))
      for (let client = 0; client < clients; client++) send(flow);
    while (level.now < 60) {
      const [request, { flow, ends }] = [...running].reduce((a, b) => (b[1].ends < a[1].ends ? b : a));
      level.now = ends;
      running.delete(request);
      used[flow] = (used[flow] ?? 0) + flows[flow]!.seconds * request.seats;
      level.queues.end(request);
      send(flow);
    }
    return used;
  }

  it.each([
    [
      'one has twenty times as many clients',
      { a: { clients: 100, seconds: 0.01 }, b: { clients: 5, seconds: 0.01 } },
    ],
    [
      'requests of one take ten times as long',
      { a: { clients: 20, seconds: 0.1 }, b: { clients: 20, seconds: 0.01 } },
    ],
    [
      'those of one take four seats',
      { a: { clients: 20, seconds: 0.02, seats: 4 }, b: { clients: 20, seconds: 0.02 } },
    ],
  ])('get the same work done when %s', (_, flows) => {
    const used = shares(flows, 4);
    expect(used['a']! / used['b']!).toBeGreaterThan(0.8);
    expect(used['a']! / used['b']!).toBeLessThan(1.25);
  });
});

describe('the marks of the last dispatch', () => {
  const clock = ({ virtualTime, start, starts, discountedStarts }: DispatchMarks) => ({
    virtualTime,
    start,
    starts: [starts.min, starts.max],
    discounted: [discountedStarts.min, discountedStarts.max],
  });

  it('are none before the first one', () => {
    expect(new Level().queues.lastDispatch).toBeUndefined();
  });

  it('say where the queues stood: one that had much of the level is far ahead', () => {
    const level = new Level({ queuing: { queues: 2, handSize: 1, queueLengthLimit: 9 } });
    const { request: busy } = level.admit('a');
    level.admit('a');
    const others = [...'bcdefghijklmn'].map((flow) => level.request(flow));
    const other = others.find((request) => {
      level.queues.admit(request);
      if (request.queue !== busy.queue) return true;
      level.queues.cancel(request);
      return false;
    })!;
    level.now = 1;
    level.queues.end(busy);
    const { virtualTime, start, starts, discounted } = clock(level.queues.lastDispatch!);
    // Two queues share the seat: half a second of virtual time has passed, and the first has had a second of work.
    expect(virtualTime).toBeCloseTo(0.5);
    expect(starts).toEqual([expect.closeTo(0), expect.closeTo(1)]);
    expect(discounted).toEqual([expect.closeTo(0), expect.closeTo(1)]);
    expect(start).toBe(starts[0]);
    expect(other.queue!.executing).toBe(1);
  });

  it('discount the work that a queue has under way', () => {
    const level = new Level({ seats: 2, queuing: { queues: 1, handSize: 1, queueLengthLimit: 9 } });
    level.admit('a');
    level.admit('a');
    const { starts, discounted } = clock(level.queues.lastDispatch!);
    expect(starts[0]! - discounted[0]!).toBeCloseTo(0.003);
  });
});
