import { expect, it } from 'vitest';
import { anonymousUser } from '../../api/meta/user.ts';
import { parseRequestInfo, type RequestInfo } from '../../api/request/request-info.ts';
import { dumpPriorityLevels, dumpQueues, dumpRequests } from './dumps.ts';
import { SeatRequest } from './fair-queue.ts';
import { type PriorityLevel, PriorityLevels } from './priority-levels.ts';
import type { Work } from './work.ts';

const subject = { user: anonymousUser, info: parseRequestInfo('GET', '/api') as RequestInfo };

/** A level of one seat and one queue, with a request that executes and one that waits; and one without limits. */
function levels(): PriorityLevel[] {
  const all = new PriorityLevels(1, () => 0);
  const queuing = { queues: 1, handSize: 1, queueLengthLimit: 5 };
  all.configure([
    { metadata: { name: 'exempt' }, spec: { type: 'Exempt' } },
    {
      metadata: { name: 'few' },
      spec: {
        type: 'Limited',
        limited: { assuredConcurrencyShares: 1, limitResponse: { type: 'Queue', queuing } },
      },
    },
  ]);
  const { queues, tally } = all.get('few')!;
  const work: Work = { seats: 1, finalSeats: 3, finalSeconds: 0.015 };
  for (let count = 0; count < 2; count++)
    queues!.admit(new SeatRequest({ schema: 's', distinguisher: 'd' }, work, subject));
  Object.assign(tally, { dispatched: 1, rejected: 2, timedOut: 3, cancelled: 4 });
  return all.all;
}

const rowsOf = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()));

it.each([
  [false, 6, ['few', '1', 'false', 'false', '1', '1', '']],
  [true, 10, ['few', '1', 'false', 'false', '1', '1', '1', '2', '3', '4', '']],
])('levels, with what they have done: %s', (withTally, columns, expected) => {
  const [head, exempt, few] = rowsOf(dumpPriorityLevels(levels(), withTally));
  expect(head).toHaveLength(columns + 1);
  expect(exempt).toEqual(['exempt', ...Array(columns - 1).fill('<none>'), '']);
  expect(few).toEqual(expected);
});

it('queues and requests with the seats that are held after a request', () => {
  const [head, , queue] = rowsOf(dumpQueues(levels()));
  const cell = (name: string): string => queue![head!.indexOf(name)]!;
  expect(['SeatsInUse', 'InitialSeatsSum', 'MaxSeatsSum', 'TotalWorkSum'].map(cell)).toEqual([
    '3',
    '1',
    '3',
    '0.04800000ss',
  ]);
  const [columns, , waiting] = rowsOf(dumpRequests(levels(), false));
  expect(waiting!.slice(columns!.indexOf('InitialSeats'))).toEqual(['1', '3', '15ms', '']);
});
