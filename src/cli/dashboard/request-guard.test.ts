import { expect, it } from 'vitest';
import { RequestGuard } from './request-guard.ts';

const guard = new RequestGuard('secret', 4000);
const host = '127.0.0.1:4000';
const own = `http://${host}`;

it.each([
  ['opened by hand', '/secret/', { host }],
  ['under the other name of this machine', '/secret/', { host: 'localhost:4000' }],
  [
    'opened by a link or a file',
    '/secret/',
    { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
  ],
  [
    'a script of the page',
    '/secret/main.js',
    { host, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'script' },
  ],
  [
    'a call of the page',
    '/secret/cluster/api',
    { host, origin: own, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
  ],
  [
    'a WebSocket of the page',
    '/secret/cluster/api',
    { host, origin: own, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'websocket' },
  ],
])('passes: %s', (_, url, headers) => {
  expect(guard.check({ method: 'GET', url, headers })).toEqual({ path: url.slice('/secret'.length) });
});

it.each([
  ['no token', '/', { host }, 'lacks the token'],
  ['a wrong token', '/secreT/', { host }, 'lacks the token'],
  ['a token that is too long', '/secret1/', { host }, 'lacks the token'],
  ['the token in another place', '/cluster/secret/', { host }, 'lacks the token'],
  ['a call without the token', '/cluster/api', { host }, 'lacks the token'],
  ['another host name', '/secret/', { host: 'evil.example:4000' }, 'host name'],
  ['another port', '/secret/', { host: '127.0.0.1:4001' }, 'host name'],
  ['no host name', '/secret/', {}, 'host name'],
  ['another origin', '/secret/cluster/api', { host, origin: 'http://evil.example' }, 'other sites'],
  [
    'another port of this machine',
    '/secret/cluster/api',
    { host, origin: 'http://127.0.0.1:5000' },
    'other sites',
  ],
  ['an origin that hides itself', '/secret/cluster/api', { host, origin: 'null' }, 'other sites'],
  [
    'a call from another site',
    '/secret/cluster/api',
    { host, 'sec-fetch-site': 'cross-site' },
    'other sites',
  ],
  [
    'a call from another port',
    '/secret/local/session',
    { host, 'sec-fetch-site': 'same-site' },
    'other sites',
  ],
  [
    'a script for another site',
    '/secret/main.js',
    { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'script' },
    'other sites',
  ],
  [
    'the page in a frame of another site',
    '/secret/',
    { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
    'other sites',
  ],
  [
    'content of the cluster as a page',
    '/secret/cluster/api',
    { host, 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
    'other sites',
  ],
  [
    'content of the cluster as a script',
    '/secret/cluster/api',
    { host, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'script' },
    'other sites',
  ],
])('refuses: %s', (_, url, headers, problem) => {
  expect(guard.check({ method: 'GET', url, headers })).toEqual({ problem: expect.stringContaining(problem) });
});

it('refuses a form that another site sends to the page', () => {
  const headers = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
  expect(guard.check({ method: 'POST', url: '/secret/', headers })).toHaveProperty('problem');
});
