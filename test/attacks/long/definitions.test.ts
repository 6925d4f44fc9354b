import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOfName, bytesOfStruct, maxObjectBytes } from '../../../src/api/codec/object-size.ts';
import { definition, definitionsPath, established, specOf } from '../../support/custom-resources.ts';
import type { TestServer } from '../../support/server.ts';
import { attackServer } from '../support/beside.ts';
import { listForms } from '../support/lists.ts';
import { type AttackRequest, attackWith, copies, objectBytes } from '../support/requests.ts';

/** Definitions of custom resources that are as large as an object may be, and instances that make the most of them. */

const range = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index));
const text = { type: 'string' };
const integer = { type: 'integer' };
const list = (items: object, more: object = {}): object => ({ type: 'array', items, ...more });

let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await attackServer();
});
afterAll(() => server?.remove());

const nested = (levels: number, make: (inner: object) => object): object =>
  range(levels, () => 0).reduce((inner: object) => make(inner), { minimum: 1 });

const schemas: [string, object, string][] = [
  ['an enum of many texts', { v: { ...text, enum: range(120_000, (at) => `v${at}`) } }, '{"v":"none"}'],
  [
    'an enum of one object and many',
    {
      v: {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        enum: range(30_000, (at) => ({ a: { b: at } })),
      },
    },
    '{"v":{"a":{"b":-1}}}',
  ],
  [
    'an enum for each item',
    { v: list({ ...text, enum: range(50_000, (at) => `v${at}`) }) },
    `{"v":[${copies('"x"', objectBytes)}]}`,
  ],
  ['one of many', { v: { ...integer, oneOf: range(40_000, (at) => ({ minimum: at })) } }, '{"v":50000}'],
  [
    'one of many for each item',
    { v: list({ ...integer, oneOf: range(10_000, (at) => ({ minimum: at })) }) },
    `{"v":[${copies('9', objectBytes)}]}`,
  ],
  [
    'any of any of any',
    {
      v: {
        ...integer,
        ...nested(200, (inner) => ({ anyOf: [inner, inner === undefined ? {} : { maximum: 0 }] })),
      },
    },
    '{"v":-1}',
  ],
  ['not of not', { v: { ...integer, ...nested(200, (inner) => ({ not: inner })) } }, '{"v":-1}'],
  ['many required fields', { v: { type: 'object', required: range(100_000, (at) => `f${at}`) } }, '{"v":{}}'],
  [
    'many required fields for each item',
    { v: list({ type: 'object', required: range(20_000, (at) => `f${at}`) }) },
    `{"v":[${copies('{}', objectBytes)}]}`,
  ],
  [
    'many properties',
    { v: { type: 'object', properties: Object.fromEntries(range(50_000, (at) => [`f${at}`, text])) } },
    '{"v":{"f1":1}}',
  ],
  [
    'a pattern that could run back',
    { v: { ...text, pattern: '^(a+)+$' } },
    `{"v":"${'a'.repeat(objectBytes)}!"}`,
  ],
  [
    'a pattern for each item',
    { v: list({ ...text, pattern: '^(a|a)*$' }) },
    `{"v":[${copies('"b"', objectBytes)}]}`,
  ],
  [
    'a default for each of many fields',
    {
      v: {
        type: 'object',
        default: {},
        properties: Object.fromEntries(range(25_000, (at) => [`f${at}`, { ...integer, default: at }])),
      },
    },
    '{}',
  ],
  [
    'a large default for each item',
    { v: list({ type: 'object', properties: { d: { ...text, default: 'x'.repeat(100_000) } } }) },
    `{"v":[${copies('{}', objectBytes)}]}`,
  ],
  [
    'many defaults for each item',
    {
      v: list({
        type: 'object',
        properties: Object.fromEntries(range(1_000, (at) => [`f${at}`, { ...integer, default: 0 }])),
      }),
    },
    `{"v":[${copies('{}', objectBytes)}]}`,
  ],
  [
    'a large default list',
    {
      v: list(
        { type: 'object', properties: { a: { ...integer, default: 1 } } },
        { default: range(200_000, () => ({})) },
      ),
    },
    '{}',
  ],
  [
    'a set of equal objects',
    {
      v: list(
        { type: 'object', properties: { a: integer }, 'x-kubernetes-map-type': 'atomic' },
        { 'x-kubernetes-list-type': 'set' },
      ),
    },
    `{"v":[${copies('{}', objectBytes)}]}`,
  ],
  [
    'a map of items without keys',
    {
      v: list(
        { type: 'object', required: ['k'], properties: { k: text } },
        { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] },
      ),
    },
    `{"v":[${copies('{}', objectBytes)}]}`,
  ],
  ['items of the wrong type', { v: list(integer) }, `{"v":[${copies('""', objectBytes)}]}`],
  [
    'fields that are pruned',
    { v: { type: 'object', properties: {} } },
    `{"v":{${range(100_000, (at) => `"f${at}":0`).join(',')}}}`,
  ],
];

describe.each(schemas)('%s', (_, properties, spec) => {
  it('in a definition that is checked, and in an instance', async () => {
    const group = `d${++count}.example`;
    const object = JSON.stringify(definition({ group, versions: [{ schema: specOf(properties) }] }));
    const statuses = await attackWith(server, [{ path: `${definitionsPath}?dryRun=All`, body: object }]);
    if (!statuses.includes(201)) return;
    const made = await server.client.post(definitionsPath, object);
    expect(made.status, made.text.slice(0, 300)).toBe(201);
    await established(server, `tabs.${group}`);
    const path = `/apis/${group}/v1/namespaces/default/tabs?dryRun=All`;
    const body = `{"kind":"Tab","apiVersion":"${group}/v1","metadata":{"name":"t"},"spec":${spec}}`;
    await attackWith(server, [{ path, body }]);
    await server.client.delete(`${definitionsPath}/tabs.${group}`);
  });
});

it('definitions with thousands of versions or names', async () => {
  const versions = range(3_000, (at) => ({ name: `v${at + 1}`, storage: at === 0 }));
  const shortNames = range(50_000, (at) => `s${at}`);
  const sent = (object: object): AttackRequest => ({ path: `${definitionsPath}?dryRun=All`, body: object });
  await attackWith(server, [
    sent(definition({ group: 'versions.example', versions })),
    sent(definition({ group: 'names.example', names: { shortNames, categories: shortNames } })),
  ]);
});

const item = '{"a":1}';
/** As many as an object has room for. */
const items = copies(
  item,
  (Math.floor(maxObjectBytes / (bytesOfStruct + bytesOfName)) - 1_000) * (item.length + 1),
);

it.each([
  ['many columns', 5_000, '.spec.v'],
  ['many columns with a path of every item', 300, '.spec.v[*]'],
  ['many columns with a path of every field', 300, '..a'],
  ['long paths', 20, `.spec${'.a'.repeat(10_000)}`],
  ['slices', 300, '.spec.v[0:100000:1]'],
  ['filters', 300, '.spec.v[?(@.a==1)]'],
])('printer columns: %s', async (_, columns, jsonPath) => {
  const group = `c${++count}.example`;
  const additionalPrinterColumns = range(columns, (at) => ({ name: `C${at}`, type: 'string', jsonPath }));
  const made = await server.client.post(
    definitionsPath,
    definition({ group, versions: [{ additionalPrinterColumns }] }),
  );
  expect([201, 413, 422], made.text.slice(0, 300)).toContain(made.status);
  if (made.status !== 201) return;
  await established(server, `tabs.${group}`);
  const path = `/apis/${group}/v1/namespaces/default/tabs`;
  for (const name of ['a', 'b', 'c']) {
    const body = `{"kind":"Tab","apiVersion":"${group}/v1","metadata":{"name":"${name}"},"spec":{"v":[${items}]}}`;
    const instance = await server.client.post(path, body);
    expect(instance.status, instance.text.slice(0, 300)).toBe(201);
  }
  const tables = listForms.filter(({ name }) => name === 'Table' || name === 'YAML Table');
  await attackWith(
    server,
    tables.map(({ accept }) => ({ method: 'GET', path, headers: { accept } })),
  );
  await server.client.delete(`${definitionsPath}/tabs.${group}`);
});
