import { readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api-client.ts';
import { configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

/** Headers are bytes of UTF-8, of which Node makes a character each. */
const warningsOf = ({ headers }: Answer): string =>
  Buffer.from([headers['warning'] ?? []].flat().join(', '), 'latin1').toString();

const map = (name: string, more: object) => ({ metadata: { name }, ...more });

describe('a warning is sent as UTF-8, and the write is acknowledged', () => {
  it('of an unknown field, over HTTP/1.1', async () => {
    const answer = await server.client.post(
      `${configMaps}?fieldValidation=Warn`,
      map('one', { 日本: 1, é: 2 }),
    );
    expect(answer.status, answer.text).toBe(201);
    expect(warningsOf(answer)).toBe('299 - "unknown field \\"日本\\"", 299 - "unknown field \\"é\\""');
  });

  it.each(['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'])(
    'of a patch and an update, answered in %s',
    async (accept) => {
      await server.client.post(configMaps, map('two', {}));
      for (const type of ['application/merge-patch+json', 'application/strategic-merge-patch+json']) {
        const headers = { accept, 'content-type': type };
        const body = { data: { k: type }, '🎈': 1 };
        const answer = await server.client.send('PATCH', `${configMaps}/two?fieldValidation=Warn`, {
          headers,
          body,
        });
        expect(answer.status, answer.text).toBe(200);
        expect(warningsOf(answer)).toBe('299 - "unknown field \\"🎈\\""');
      }
      const answer = await server.client.put(
        `${configMaps}/two?fieldValidation=Warn`,
        map('two', { 日: 1 }),
        {
          headers: { accept },
        },
      );
      expect(answer.status, answer.text).toBe(200);
      expect(warningsOf(answer)).toBe('299 - "unknown field \\"日\\""');
    },
  );

  it('a warning is sent as UTF-8 over HTTP/2, and the write is acknowledged', async () => {
    const session = connect(`https://127.0.0.1:${server.port}`, {
      ca: readFileSync(join(server.directory, 'ca.crt')),
    });
    const stream = session.request({
      ':method': 'POST',
      ':path': `${configMaps}?fieldValidation=Warn`,
      'content-type': 'application/json',
      authorization: 'Bearer admin-token',
    });
    stream.end(JSON.stringify(map('three', { 日本: 1 })));
    const headers = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve));
    session.close();
    expect(headers[':status']).toBe(201);
    expect(Buffer.from(String(headers['warning']), 'latin1').toString()).toBe(
      '299 - "unknown field \\"日本\\""',
    );
  });
});

describe('what an answer cannot be made of is refused before the write', () => {
  it('a Table of what is not there', async () => {
    const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
    const answer = await server.client.post(`${configMaps}?includeObject=Nothing`, map('four', {}), {
      headers,
    });
    expect(answer.status).toBe(400);
    expect((await server.client.get(`${configMaps}/four`)).status).toBe(404);
    await server.client.post(configMaps, map('five', {}));
    expect(
      (await server.client.send('DELETE', `${configMaps}?includeObject=Nothing`, { headers })).status,
    ).toBe(400);
    expect((await server.client.get(`${configMaps}/five`)).status).toBe(200);
  });
});

describe('signs of markup are escaped in JSON, as clients of Go would write them', () => {
  const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions';
  const data = '"data":{"a\\u003c":"\\u003cb\\u003e\\u0026\\u2028"}';
  const body = { metadata: { name: 'markup' }, revision: 1, data: { 'a<': '<b>&\u2028' } };
  beforeAll(async () => {
    const answer = await server.client.post(revisions, body);
    expect([answer.status, answer.text]).toEqual([201, expect.stringContaining(data)]);
  });

  it.each([
    ['an object', `${revisions}/markup`, {}],
    ['an object before people', `${revisions}/markup?pretty=1`, {}],
    ['a list', revisions, {}],
    ['a watch', `${revisions}?watch=1&resourceVersion=0&timeoutSeconds=1`, {}],
    [
      'a Table',
      `${revisions}?includeObject=Object`,
      { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
    ],
  ])('in %s', async (_, path, headers) => {
    const { text } = await server.client.send('GET', path, { headers });
    expect(text.replaceAll(/\s/g, '')).toContain(data);
    expect(text).not.toMatch(/[<>&\u2028]/);
  });

  it('in an error', async () => {
    const { status, text } = await server.client.post(revisions, {
      ...body,
      metadata: { name: 'm', annotations: { 'a<': '' } },
    });
    expect([status, text]).toEqual([422, expect.stringContaining('a\\u003c')]);
  });
});
