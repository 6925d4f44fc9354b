import { expect, it } from 'vitest';
import { anonymousUser } from '../../api/meta/user.ts';
import { parseRequestInfo, type RequestInfo } from '../../api/request/request-info.ts';
import { SeatRequest } from './fair-queue.ts';
import { PriorityLevels } from './priority-levels.ts';
import { plainWork } from './work.ts';

const limited = (name: string, shares: number, more: object = {}) => ({
  metadata: { name },
  spec: {
    type: 'Limited',
    limited: {
      assuredConcurrencyShares: shares,
      limitResponse: { type: 'Queue', queuing: { queues: 1, handSize: 1, queueLengthLimit: 500 } },
      ...more,
    },
  },
});
const exempt = { metadata: { name: 'exempt' }, spec: { type: 'Exempt' } };

/** Levels of 100 seats in simulated time, and how many seats each has. */
function levels(...configurations: object[]) {
  let now = 0;
  const all = new PriorityLevels(100, () => now);
  all.configure(configurations as never);
  const subject = { user: anonymousUser, info: parseRequestInfo('GET', '/api') as RequestInfo };
  return {
    all,
    pass: (seconds: number): void => {
      now += seconds;
      all.divide();
    },
    ask: (level: string, requests: number): void => {
      for (let n = 0; n < requests; n++)
        all
          .get(level)!
          .queues!.admit(new SeatRequest({ schema: 's', distinguisher: '' }, plainWork(1), subject));
    },
    seats: () => Object.fromEntries(all.all.map(({ name, queues }) => [name, queues?.limits.seats])),
  };
}

it('levels have the seats of their shares until one wants more and others lend', () => {
  const { ask, pass, seats } = levels(limited('a', 1, { lendablePercent: 80 }), limited('b', 1), exempt);
  expect(seats()).toEqual({ a: 50, b: 50, exempt: undefined });
  ask('b', 90);
  pass(10);
  expect(seats()).toEqual({ a: 10, b: 90, exempt: undefined });
});

it('what was lent comes back when the lender wants it', () => {
  const { ask, pass, seats } = levels(limited('a', 1, { lendablePercent: 80 }), limited('b', 1));
  ask('b', 90);
  pass(10);
  ask('a', 60);
  pass(10);
  expect(seats()).toEqual({ a: 50, b: 50 });
});

it('exempt requests take of what the others lend', () => {
  const { all, pass, seats } = levels(limited('a', 1, { lendablePercent: 50 }), exempt);
  for (let n = 0; n < 30; n++) all.get('exempt')!.unlimited!.change(1);
  pass(10);
  expect(seats()).toEqual({ a: 70, exempt: undefined });
});

it('a change of the configuration gives a level its own seats back, and leaves others alone', () => {
  const { all, ask, pass, seats } = levels(limited('a', 1, { lendablePercent: 80 }), limited('b', 1));
  ask('b', 90);
  pass(10);
  all.configure([limited('a', 1, { lendablePercent: 20 }), limited('b', 1)] as never);
  expect(seats()).toEqual({ a: 50, b: 90 });
});
