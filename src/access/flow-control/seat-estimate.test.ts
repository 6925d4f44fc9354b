import { expect, it } from 'vitest';
import { parseRequestInfo, type RequestInfo } from '../../api/request/request-info.ts';
import { seatsOf } from './seat-estimate.ts';

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
  expect(seatsOf(parseRequestInfo(method, target) as RequestInfo, () => stored)).toBe(seats);
});
