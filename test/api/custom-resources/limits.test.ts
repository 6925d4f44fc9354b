import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anything,
  define,
  definition,
  definitionsPath,
  specOf,
  tab,
  tabs,
} from '../../support/custom-resources.ts';
import { maxStall } from '../../support/max-stall.ts';
import { TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await define(server, definition());
});
afterAll(() => server.remove());

const text = { type: 'string' };
const many = (count: number, of: (index: number) => object): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, of(index)]));

/** Nested so many times. */
const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('bodies', () => {
  it.each<[string, () => string, number]>([
    ['of more than 3 MiB', () => JSON.stringify(tab('x', { spec: 'x'.repeat(3 * 1024 * 1024) })), 413],
    [
      'nested 10,001 times',
      () => `{"kind":"Tab","apiVersion":"g.example/v1","metadata":{"name":"x"},"spec":${deep(10_001)}}`,
      400,
    ],
    ['that are no JSON', () => '{"kind":', 400],
    ['that are a list', () => '[]', 400],
    ['that are nothing', () => '', 400],
  ])('%s are refused', async (_, body, status) => {
    const answer = await server.client.send('POST', tabs, {
      body: body(),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status, answer.text.slice(0, 500)).toBe(status);
    expect((await server.client.get('/livez')).status).toBe(200);
  });

  it('of 1 MiB are taken', async () => {
    const answer = await server.client.post(tabs, tab('large', { spec: { a: 'x'.repeat(1024 * 1024) } }));
    expect(answer.status).toBe(201);
    expect((await server.client.get(`${tabs}/large`)).body.spec.a).toHaveLength(1024 * 1024);
  });
});

describe('definitions', () => {
  it('of 1,000 versions are served', async () => {
    const versions = Array.from({ length: 1_000 }, (_, index) => ({
      name: `v${index + 1}`,
      schema: anything,
    }));
    await define(server, definition({ group: 'versions.example', versions }));
    const { body } = await server.client.get('/apis/versions.example');
    expect(body.versions).toHaveLength(1_000);
    expect(body.preferredVersion.version).toBe('v1000');
    const path = '/apis/versions.example/v777/namespaces/default/tabs';
    const made = await server.client.post(path, { ...tab('a'), apiVersion: 'versions.example/v777' });
    expect(made.status, made.text).toBe(201);
  });

  it('of 10,000 properties are served', async () => {
    const schema = specOf(many(10_000, () => text));
    await define(server, definition({ group: 'properties.example', versions: [{ schema }] }));
    const path = '/apis/properties.example/v1/namespaces/default/tabs';
    const spec = many(1_000, (index) => `x${index}` as unknown as object);
    const made = await server.client.post(path, {
      ...tab('a', { spec }),
      apiVersion: 'properties.example/v1',
    });
    expect(made.status, made.text).toBe(201);
    expect(made.body.spec).toEqual(spec);
    expect((await server.client.get('/openapi/v2')).status).toBe(200);
  });

  it.each<[string, object]>([
    [
      'alternatives of alternatives',
      {
        anyOf: Array.from({ length: 60 }, () => ({
          anyOf: Array.from({ length: 60 }, () => ({ maxLength: 1 })),
        })),
      },
    ],
    ['a pattern that other engines go astray with', { pattern: '^(a+)+$' }],
    ['a pattern with very many counted repetitions', { pattern: '((a{1,30}){1,30}){1,30}$' }],
  ])('with %s hold nobody up', async (name, rule) => {
    const group = `s${name.length}.example`;
    const schema = specOf({ list: { type: 'array', items: { ...text, ...rule } } });
    const answer = await server.client.post(definitionsPath, definition({ group, versions: [{ schema }] }));
    if (answer.status === 422) return;
    expect(answer.status, answer.text).toBe(201);
    const path = `/apis/${group}/v1/namespaces/default/tabs`;
    while ((await server.client.get(path)).status !== 200);
    const spec = { list: Array.from({ length: 3_000 }, (_, index) => `${'a'.repeat(60)}!${index}`) };
    const began = performance.now();
    const posted = server.client.post(path, { ...tab('a', { spec }), apiVersion: `${group}/v1` });
    const pause = await maxStall(posted, () => server.client.get('/livez'));
    expect((await posted).status).toBe(422);
    // On a busy machine everything takes longer; a server that stood still would do so for all of the time.
    expect(pause).toBeLessThan(Math.max(5_000, (performance.now() - began) / 2));
  });
});
