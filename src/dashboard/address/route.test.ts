import { expect, it } from 'vitest';
import { formatRoute, objectRoute, parseRoute, withQuery } from './route.ts';

it.each([
  ['#/pods?ns=shop&q=web', ['pods'], { ns: 'shop', q: 'web' }],
  ['#/deployments.apps/shop/web?tab=history', ['deployments.apps', 'shop', 'web'], { tab: 'history' }],
  ['', [], {}],
])('%s is read and written', (hash, path, query) => {
  expect(parseRoute(hash)).toEqual({ path, query });
  if (hash !== '') expect(formatRoute({ path, query })).toBe(hash);
});

it('names with special characters survive', () => {
  const route = objectRoute('clusterroles.rbac', '', 'system:a/b?c#d', 'yaml');
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

it('what is no encoding is taken as it is, and empty parameters are left out', () => {
  expect(parseRoute('#/%E0%A4%A').path).toEqual(['%E0%A4%A']);
  expect(formatRoute(withQuery({ path: ['pods'], query: { q: 'a', ns: 'b' } }, { q: '' }))).toBe(
    '#/pods?ns=b',
  );
});
