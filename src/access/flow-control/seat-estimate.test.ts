import { expect, it } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { parseRequestInfo, type RequestInfo } from '../../api/request/request-info.ts';
import { seatRules, seatsOf } from './seat-estimate.ts';

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
  expect(seatsOf(parseRequestInfo(method, target) as RequestInfo, () => amount, rules, 245)).toBe(seats);
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
    expect(seatsOf(info, () => ({ objects, bytes: objects * size }), rules, level)).toBe(seats);
  },
);
