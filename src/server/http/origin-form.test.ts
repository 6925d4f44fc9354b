import { expect, test } from 'vitest';
import { toOriginForm } from './origin-form.ts';

const taken = (url: string): [string, string | undefined] => {
  const request = { url, headers: { host: 'header' } };
  toOriginForm(request);
  return [request.url, request.headers.host];
};

test.each([
  ['https://server:6443/api/v1/pods?limit=1', '/api/v1/pods?limit=1', 'server:6443'],
  ['HTTP://[::1]:6443/version', '/version', '[::1]:6443'],
  ['https://server', '/', 'server'],
  ['https://server?timeout=1s', '/?timeout=1s', 'server'],
  ['https://server//api', '//api', 'server'],
])('a target %s is the path %s at %s', (target, path, host) => {
  expect(taken(target)).toEqual([path, host]);
});

test.each([
  '/https://server/api',
  '*',
  '',
  'https:///api',
  'ftp://server/api',
  'https://jane@server/api',
  'api/v1',
])('a target %j stays as it is', (target) => {
  expect(taken(target)).toEqual([target, 'header']);
});
