import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

const mebibyte = 1_048_576;
const metadata = { name: 'large' };
const text = 'a'.repeat(2 * mebibyte);
const base64 = Buffer.alloc(1.6 * mebibyte).toString('base64');
const tooLong = 'Too long: must have at most 1048576 bytes';

const objects: [string, 'secrets' | 'configmaps', object, string][] = [
  ['a Secret', 'secrets', { data: { a: base64 } }, `Secret "large" is invalid: data: ${tooLong}`],
  ['a Secret as text', 'secrets', { stringData: { a: text } }, `Secret "large" is invalid: data: ${tooLong}`],
  ['a ConfigMap', 'configmaps', { data: { a: text } }, `ConfigMap "large" is invalid: []: ${tooLong}`],
  [
    'a ConfigMap of bytes',
    'configmaps',
    { binaryData: { a: base64 } },
    `ConfigMap "large" is invalid: []: ${tooLong}`,
  ],
];

it.each(objects)(
  '%s that no store takes is refused for its own limit, however it is written',
  async (...row) => {
    const [, resource, fields, message] = row;
    const path = `/api/v1/namespaces/default/${resource}`;
    const kind = resource === 'secrets' ? 'Secret' : 'ConfigMap';
    const whole = { apiVersion: 'v1', kind, metadata, ...fields };
    const refusal = { status: 422, body: { reason: 'Invalid', message } };
    expect(await server.client.post(path, whole)).toMatchObject(refusal);
    expect((await server.client.post(path, { apiVersion: 'v1', kind, metadata })).status).toBe(201);
    expect(await server.client.put(`${path}/large`, whole)).toMatchObject(refusal);
    expect(await server.client.merge(`${path}/large`, fields)).toMatchObject(refusal);
    expect((await server.client.delete(`${path}/large`)).status).toBe(200);
  },
);

it('other objects that no store takes are too large', async () => {
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata, secrets: [{ name: text }] };
  expect(await server.client.post('/api/v1/namespaces/default/serviceaccounts', account)).toMatchObject({
    status: 413,
    body: { reason: 'RequestEntityTooLarge' },
  });
});
