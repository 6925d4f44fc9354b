import { once } from 'node:events';
import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../../test/support/unit/openapi.ts';
import { parseRequestInfo } from '../../api/request/request-info.ts';
import { setState } from '../request-state.ts';
import { OpenApiHandler, publicationRules } from './handler.ts';

const v2Protobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
const v3Protobuf = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf';
const { documents } = fixture('orch');
const handler = new OpenApiHandler(documents, { now: () => 0 }, publicationRules('1.23'));
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const info = parseRequestInfo(request.method!, request.url!);
    setState(request as Request, { info, warnings: [] } as never);
    if (!(await handler.handle(request as Request, response as Response))) response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => server.close());

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo;
  const call = send({ port, path, headers, method, agent: false }).end();
  const [response] = await once(call, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

describe('/openapi/v2', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    [v2Protobuf, v2Protobuf],
    // The Accept header of the oldest clients is no media type; the answer has one.
    ['application/com.github.proto-openapi.spec.v2@v1.0+protobuf', v2Protobuf],
    [`application/xml, ${v2Protobuf};q=0.5, application/json;q=0.1`, v2Protobuf],
  ])('answers %s with %s', async (accept, type) => {
    const { status, headers } = await get('/openapi/v2', accept === undefined ? {} : { accept });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers.vary).toContain('Accept');
    expect(headers['last-modified']).toBe('Thu, 01 Jan 1970 00:00:00 GMT');
    expect(headers.etag).toMatch(/^"[0-9A-F]{128}"$/);
  });

  it('has nothing else to offer', async () => {
    const { status, body } = await get('/openapi/v2', { accept: 'application/yaml' });
    expect([status, body.length]).toEqual([406, 0]);
  });

  it('says that nothing has changed to whoever has it', async () => {
    const { headers } = await get('/openapi/v2');
    for (const known of [headers.etag!, `"x", W/${headers.etag}`, '*']) {
      const again = await get('/openapi/v2', { 'if-none-match': known });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    }
    expect((await get('/openapi/v2', { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('compresses for who takes it', async () => {
    const plain = await get('/openapi/v2');
    const compressed = await get('/openapi/v2', { 'accept-encoding': 'gzip' });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(compressed.body).equals(plain.body)).toBe(true);
  });

  it('answers HEAD without a body', async () => {
    const { status, headers, body } = await get('/openapi/v2', {}, 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
    expect(Number(headers['content-length'])).toBeGreaterThan(100_000);
  });
});

describe('/openapi/v3', () => {
  it('leads to documents that may be kept for good', async () => {
    const index = JSON.parse((await get('/openapi/v3')).body.toString());
    const url = index.paths['apis/apps/v1'].serverRelativeURL;
    for (const accept of ['application/json', v3Protobuf]) {
      const { status, headers } = await get(url, { accept });
      expect(status).toBe(200);
      expect(headers['content-type']).toBe(accept);
      expect(headers['cache-control']).toBe('public, immutable');
      expect(headers.expires).toBe('Fri, 01 Jan 1971 00:00:00 GMT');
    }
  });

  it('sends who has an old hash to the new one', async () => {
    const { status, headers } = await get('/openapi/v3/api/v1?hash=OLD');
    expect(status).toBe(301);
    expect(headers.location).toBe(documents.v3Url('api/v1'));
  });

  it('answers without a hash, for now only', async () => {
    const { status, headers } = await get('/openapi/v3/api/v1');
    expect([status, headers['cache-control'], headers.expires]).toEqual([200, undefined, undefined]);
  });

  it.each([
    '/openapi/v3/apis/nothing/v1',
    '/openapi/v1',
    '/openapi',
    '/openapi/v2/x',
    '/openapi/v3/__proto__',
  ])('knows nothing of %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
