import { expect, it } from 'vitest';
import { parseRoute } from '../address/route.ts';
import { placeTitle } from './place-title.ts';

it.each([
  ['', 'pods · a:1'],
  ['#/pods?ns=shop&q=web', 'pods in shop · a:1'],
  ['#/deployments.apps/shop/web?tab=history', 'web, history · deployments.apps in shop · a:1'],
  ['#/nodes/-/n1', 'n1 · nodes · a:1'],
  ['#/~server', 'Server · a:1'],
])('a tab with %s is called %s', (hash, title) => {
  expect(placeTitle(parseRoute(hash), 'https://a:1')).toBe(title);
});
