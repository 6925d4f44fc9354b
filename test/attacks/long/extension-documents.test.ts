import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ExtensionServer } from '../../support/extension-server/extension-server.ts';
import type { TestServer } from '../../support/server.ts';
import { attackServer } from '../support/beside.ts';
import { attackWith, copies } from '../support/requests.ts';

/** Documents that an extension server answers with when the server asks what it serves. */

const mb = 1024 * 1024;
const size = 4 * mb - 1_000;
const service = '/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io';
const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';
const levels = (open: string, close: string): string => {
  const count = Math.floor(size / (open.length + close.length));
  return open.repeat(count) + close.repeat(count);
};
const resources = (items: string): string =>
  `{"kind":"APIResourceList","apiVersion":"v1","groupVersion":"metrics.k8s.io/v1beta1","resources":[${items}]}`;
const groups = (items: string): string =>
  `{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2beta1","metadata":{},"items":[${items}]}`;

const documents: [string, string, string][] = [
  ['lists in lists', 'application/json', levels('[', ']')],
  ['objects in objects', 'application/json', levels('{"a":', '}').replace(':}', ':0}')],
  ['nested resources', 'application/json', resources(levels('[', ']'))],
  ['empty resources', 'application/json', resources(copies('{}', size))],
  [
    'resources with verbs',
    'application/json',
    resources(copies('{"name":"a","kind":"A","namespaced":true,"verbs":["get","list"]}', size)),
  ],
  [
    'one resource with many verbs',
    'application/json',
    resources(`{"name":"a","kind":"A","verbs":[${copies('"get"', size)}]}`),
  ],
  ['empty groups', aggregated, groups(copies('{}', size))],
  [
    'versions without resources',
    aggregated,
    groups(`{"metadata":{"name":"metrics.k8s.io"},"versions":[${copies('{}', size)}]}`),
  ],
  ['nested groups', aggregated, groups(levels('[', ']'))],
  ['numbers with exponents', 'application/json', resources(copies('1e1', size))],
  ['a page of HTML', 'text/html', `<html><body>${'<a href="/x">x</a>'.repeat(200_000)}</body></html>`],
  ['nested HTML', 'text/html', '<div>'.repeat(800_000)],
  ['nested HTML with attributes', 'text/html', '<a b=c><b>'.repeat(300_000)],
];

let server: TestServer;
let extension: ExtensionServer;
beforeAll(async () => {
  server = await attackServer({ flags: ['--emulated-version=1.26'] });
  extension = await ExtensionServer.start();
  await extension.register(server);
}, 120_000);
afterAll(async () => {
  await extension?.[Symbol.asyncDispose]();
  await server?.remove();
});

it.each(documents)('%s', async (_, type, body) => {
  const bytes = Buffer.from(body);
  extension.intercept = (_, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
    response.end(bytes);
  };
  extension.calls.length = 0;
  const changed = { metadata: { labels: { turn: String(bytes.length) } } };
  await attackWith(server, [
    // What is known of it is asked for anew after a change.
    {
      method: 'PATCH',
      path: service,
      headers: { 'content-type': 'application/merge-patch+json' },
      body: changed,
    },
    { method: 'GET', path: '/apis', headers: { accept: aggregated } },
    { method: 'GET', path: '/openapi/v2' },
    { method: 'GET', path: '/apis/metrics.k8s.io/v1beta1' },
    { method: 'GET', path: '/apis/metrics.k8s.io/v1beta1/nodes', headers: { accept: 'text/html' } },
  ]).catch((error: Error) => {
    // 502 and 503 are the faults of the extension server.
    if (!error.message.startsWith('faults of the server') || /500 /.test(error.message)) throw error;
  });
  expect(extension.calls.length).toBeGreaterThan(0);
});
