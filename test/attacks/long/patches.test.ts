import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  configure,
  patching,
  rule,
  TestWebhooks,
  unconfigure,
  webhook,
} from '../../support/admission-webhooks.ts';
import { define, definition, specOf, tabs } from '../../support/custom-resources.ts';
import type { TestServer } from '../../support/server.ts';
import { attackServer } from '../support/beside.ts';
import { attackWith, copies, maxBodyBytes, objectBytes } from '../support/requests.ts';

/** Patches of lists as long as an object can have: each operation is small, what it is about is not. */

const operations = 9_000;
const numbers = { type: 'array', items: { type: 'integer' } };
const keyed = {
  type: 'array',
  items: { type: 'object', required: ['k'], properties: { k: { type: 'integer' } } },
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['k'],
};
const schema = specOf(
  {
    list: numbers,
    set: { ...numbers, 'x-kubernetes-list-type': 'set' },
    map: keyed,
    tree: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
  {},
);
const tabOf = (name: string, spec: string): string =>
  `{"kind":"Tab","apiVersion":"g.example/v1","metadata":{"name":"${name}"},"spec":{${spec}}}`;
const zeros = (bytes: number): string => `"list":[${copies('0', bytes)}]`;
const range = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(',');

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
  await define(server, definition({ versions: [{ schema }] }));
  const made = await server.client.post(tabs, tabOf('long', zeros(objectBytes)));
  expect(made.status, made.text.slice(0, 300)).toBe(201);
});
afterAll(() => server?.remove());

const patches: [string, object[]][] = [
  ['items added at the front', [{ op: 'add', path: '/spec/list/0', value: 1 }]],
  ['items removed from the front', [{ op: 'remove', path: '/spec/list/0' }]],
  ['items moved from the front to the end', [{ op: 'move', from: '/spec/list/0', path: '/spec/list/-' }]],
  ['a list that is copied', [{ op: 'copy', from: '/spec/list', path: '/spec/tree' }]],
  ['a list that is compared', [{ op: 'test', path: '/spec/list', value: [0] }]],
  [
    'a list that is replaced and added to',
    [
      { op: 'replace', path: '/spec/list', value: [0] },
      { op: 'add', path: '/spec/list/0', value: 1 },
    ],
  ],
];

it.each(patches)('JSON patches of a long list: %s', async (_, some) => {
  const body = Array(Math.floor(operations / some.length))
    .fill(some)
    .flat();
  const headers = { 'content-type': 'application/json-patch+json' };
  const path = `${tabs}/long?dryRun=All`;
  await attackWith(server, [{ method: 'PATCH', path, headers, body: JSON.stringify(body) }]);
});

it('JSON patches that copy what they copied', async () => {
  const begin = { op: 'add', path: '/spec/tree', value: { a: 'x'.repeat(1_000) } };
  const doubling = Array.from({ length: 40 }, (_, at) => ({
    op: 'copy',
    from: '/spec',
    path: `/spec/tree/c${at}`,
  }));
  const headers = { 'content-type': 'application/json-patch+json' };
  const body = JSON.stringify([begin, ...doubling]);
  const path = `${tabs}/long?dryRun=All`;
  const statuses = await attackWith(server, [{ method: 'PATCH', path, headers, body }]);
  expect(statuses).not.toContain(200);
});

describe('a mutating webhook', () => {
  let hooks: TestWebhooks;
  beforeAll(async () => {
    hooks = await TestWebhooks.start();
    const many = webhook('many.example.com', hooks.clientConfig('/many'), { rules: [rule(['tabs'])] });
    await configure(server.client, 'mutating', 'many', [many]);
  });
  afterAll(async () => {
    await unconfigure(server.client, 'mutating', 'many');
    await hooks.close();
  });

  it.each(patches)('whose answer patches a long list: %s', async (_, some) => {
    const answer = patching(
      ...Array(Math.floor(operations / some.length))
        .fill(some)
        .flat(),
    );
    hooks.at('/many', () => answer);
    const body = tabOf('hooked', zeros(objectBytes));
    // A webhook whose answer is refused is an internal error of the request: 500, or 413 for the object.
    const asked = attackWith(server, [{ path: `${tabs}?dryRun=All`, body }]);
    await asked.catch((error: Error) => {
      if (!error.message.startsWith('faults of the server')) throw error;
    });
    expect(hooks.asked('/many').length).toBeGreaterThan(0);
    hooks.server.calls.length = 0;
  });
});

const merges: [string, string, string][] = [
  [
    'a merge patch with a list of empty objects',
    'merge-patch',
    `{"spec":{"list":[${copies('{}', 2_900_000)}]}}`,
  ],
  [
    'a merge patch of nothing but nulls',
    'merge-patch',
    `{"spec":{${range(150_000, (at) => `"n${at}":null`)}}}`,
  ],
  [
    'a merge patch that adds keys',
    'merge-patch',
    `{"spec":{"tree":{${range(200_000, (at) => `"k${at}":0`)}}}}`,
  ],
  [
    'a merge patch that adds as many keys as an object has',
    'merge-patch',
    `{"spec":{"tree":{${range(60_000, (at) => `"k${at}":0`)}}}}`,
  ],
  ['an apply of a long list', 'apply-patch', tabOf('long', zeros(2_900_000))],
  ['an apply of a long set', 'apply-patch', tabOf('long', `"set":[${range(180_000, String)}]`)],
  [
    'an apply of a long set with one item twice',
    'apply-patch',
    tabOf('long', `"set":[${copies('7', 500_000)}]`),
  ],
  ['an apply of a long map', 'apply-patch', tabOf('long', `"map":[${range(90_000, (at) => `{"k":${at}}`)}]`)],
  ['an apply of a map without keys', 'apply-patch', tabOf('long', `"map":[${copies('{}', objectBytes)}]`)],
  [
    'an apply of many fields',
    'apply-patch',
    tabOf('long', `"tree":{${range(100_000, (at) => `"f${at}":0`)}}`),
  ],
];

it.each(merges)('%s', async (_, form, body) => {
  const type = form === 'apply-patch' ? 'application/apply-patch+yaml' : `application/${form}+json`;
  const query = form === 'apply-patch' ? '&fieldManager=jane&force=true' : '';
  const path = `${tabs}/long?dryRun=All${query}`;
  expect(body.length).toBeLessThan(maxBodyBytes);
  await attackWith(server, [{ method: 'PATCH', path, headers: { 'content-type': type }, body }]);
});
