import { expect, it } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { parseRequestInfo, type RequestInfo } from '../../api/request/request-info.ts';
import { seatRules, seatsOf, writeWork } from './seat-estimate.ts';

it.each([
  ['GET', '/api/v1/namespaces/shop/pods/web', 950, 1],
  ['POST', '/api/v1/namespaces/shop/pods', 950, 1],
  ['GET', '/api/v1/pods?resourceVersion=0', 950, 10],
  ['GET', '/api/v1/pods?resourceVersion=0', 250, 3],
  ['GET', '/api/v1/pods?resourceVersion=0&limit=10', 250, 3],
  ['GET', '/api/v1/pods?resourceVersion=7', 250, 3],
  ['GET', '/api/v1/pods?limit=100', 950, 2],
  ['GET', '/api/v1/pods?limit=100', 20, 1],
  ['GET', '/api/v1/pods?limit=100&labelSelector=a', 250, 4],
  ['GET', '/api/v1/pods?limit=100&continue=x&resourceVersion=0', 950, 2],
  ['GET', '/api/v1/pods', 250, 5],
  ['GET', '/api/v1/pods?resourceVersion=7&resourceVersionMatch=Exact', 250, 5],
  ['GET', '/api/v1/pods', 50_000, 10],
  ['GET', '/api/v1/pods', 0, 1],
  ['GET', '/api/v1/pods?fieldSelector=metadata.name%3Dweb', 50_000, 1],
  ['GET', '/api/v1/pods', undefined, 1],
  ['GET', '/api/v1/pods?limit=x', 50_000, 10],
])('%s %s of %s objects takes %i seats', (method, target, stored, seats) => {
  const amount = stored === undefined ? undefined : { objects: stored, bytes: 0 };
  const rules = seatRules(new FeatureGates('1.23'));
  expect(
    seatsOf(parseRequestInfo(method, target) as RequestInfo, () => amount, rules, {
      seats: 245,
      handSize: 6,
    }),
  ).toBe(seats);
});

const watch = '/api/v1/pods?watch=1';
const cached = '/api/v1/pods?resourceVersion=0';

it.each<[string, string, string, number, number, number, number]>([
  // Of a level of 20 seats no request takes more than 3.
  ['1.27', '', '/api/v1/pods', 50_000, 1, 20, 10],
  ['1.28', '', '/api/v1/pods', 50_000, 1, 20, 3],
  ['1.28', '', '/api/v1/pods', 50_000, 1, 2, 1],
  ['1.28', '', '/api/v1/pods', 50_000, 1, 245, 10],
  ['1.33', '', cached, 250, 1_000_000, 245, 3],
  // 250 objects of 10,000 bytes: read twice from the store, or written one by one from the cache.
  ['1.34', '', '/api/v1/pods', 250, 10_000, 600, 50],
  ['1.34', '', '/api/v1/pods', 2_500, 10_000, 1_000, 100],
  ['1.34', '', '/api/v1/pods?limit=10', 250, 10_000, 600, 2],
  ['1.34', '', cached, 250, 10_000, 600, 10],
  ['1.34', '', cached, 250, 100, 600, 1],
  ['1.34', 'SizeBasedListCostEstimate=false', cached, 250, 10_000, 600, 3],
  ['1.31', '', watch, 950, 1, 245, 1],
  ['1.32', '', watch, 950, 1, 245, 10],
  ['1.32', '', `${watch}&resourceVersion=0`, 950, 1, 245, 10],
  ['1.32', '', `${watch}&resourceVersion=7`, 950, 1, 245, 1],
  ['1.32', '', `${watch}&resourceVersion=7&sendInitialEvents=true`, 950, 1, 245, 10],
])(
  '%s %s: GET %s of %i objects of %i bytes, of %i seats: %i',
  (release, gates, target, objects, size, level, seats) => {
    const info = parseRequestInfo('GET', target) as RequestInfo;
    const rules = seatRules(new FeatureGates(release, [gates]));
    expect(
      seatsOf(info, () => ({ objects, bytes: objects * size }), rules, { seats: level, handSize: 6 }),
    ).toBe(seats);
  },
);

it.each([
  ['1.27', 20, 8, 10],
  ['1.28', 20, 8, 2],
  ['1.28', 20, 4, 3],
  ['1.28', 7, 8, 1],
  ['1.28', 20, undefined, 10],
  ['1.36', 20, undefined, 100],
])(
  '%s: of a level of %i seats with hands of %s queues a list takes at most %i',
  (release, seats, handSize, most) => {
    const info = parseRequestInfo('GET', '/api/v1/pods') as RequestInfo;
    const rules = seatRules(new FeatureGates(release));
    const amount = { objects: 50_000, bytes: 500_000_000 };
    expect(seatsOf(info, () => amount, rules, { seats, handSize })).toBe(most);
  },
);

it.each([
  ['1.23', 300, 245, 0, 0],
  ['1.24', 9, 245, 0, 0],
  ['1.24', 10, 245, 1, 0.005],
  ['1.24', 95, 245, 10, 0.005],
  // 30 seats for 5 ms are 10 seats for 15 ms.
  ['1.24', 300, 245, 10, 0.015],
  ['1.27', 300, 20, 10, 0.015],
  ['1.28', 300, 20, 3, 0.05],
  ['1.36', 300, 1_000, 10, 0.015],
])('%s: a write of which %i watches hear, of a level of %i seats, holds %i for %d s after it', (...row) => {
  const [release, watches, seats, finalSeats, finalSeconds] = row;
  const rules = seatRules(new FeatureGates(release));
  expect(writeWork(watches, rules, { seats, handSize: 6 })).toEqual({
    seats: 1,
    finalSeats,
    finalSeconds: expect.closeTo(finalSeconds),
  });
});
