import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connect2 } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headOf } from '../../support/raw-request.ts';
import { TestServer } from '../../support/server.ts';
import { TestHttpsServer } from '../../support/unit/https-server.ts';
import { webhookConfig } from '../../support/webhook-config.ts';

const limit = 3;
const answer = {
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'TokenReview',
  status: { authenticated: true, user: { username: 'boss', groups: ['system:masters'] } },
};

let directory: string;
let webhook: TestHttpsServer;
let server: TestServer;
/** Lets the webhook answer what it was asked. */
let release: () => void;
let released: Promise<void>;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'abandoned-'));
  ({ promise: released, resolve: release } = Promise.withResolvers<void>());
  webhook = await TestHttpsServer.start(() => released.then(() => ({ body: answer })));
  server = await TestServer.start({
    flags: [
      `--authentication-token-webhook-config-file=${webhookConfig(directory, 'tokens', webhook)}`,
      '--authentication-token-webhook-version=v1',
      `--max-requests-inflight=${limit}`,
      `--max-mutating-requests-inflight=${limit}`,
    ],
  });
});
afterAll(async () => {
  await server?.remove();
  await webhook?.close();
  rmSync(directory, { recursive: true, force: true });
});

const body = (name: string): string => JSON.stringify({ metadata: { name } });

/** Asks over HTTP/1.1, and goes when the webhook has been asked whose the token is. */
async function ask1(name: string, target: string, method: string): Promise<void> {
  const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false });
  const content = body(name);
  const headers = [`Authorization: Bearer ${name}`, `Content-Length: ${content.length}`];
  socket.once('secureConnect', () => socket.write(headOf(method, target, headers) + content));
  await asked(name);
  socket.destroy();
}

/** The same over HTTP/2. */
async function ask2(name: string, target: string, method: string): Promise<void> {
  const session = connect2(`https://127.0.0.1:${server.port}`, { rejectUnauthorized: false });
  const stream = session.request({ ':method': method, ':path': target, authorization: `Bearer ${name}` });
  stream.on('error', () => {});
  stream.end(body(name));
  await asked(name);
  session.destroy();
}

const asked = (token: string): Promise<void> =>
  expect
    .poll(() => webhook.calls.some((call) => call.body.spec.token === token), { timeout: 10_000 })
    .toBe(true);

/** A frame of HTTP/2 on stream 1, or on none. */
function frame(type: number, flags: number, stream: 0 | 1, payload: Buffer): Buffer {
  const head = Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, stream]);
  return Buffer.concat([head, payload]);
}

/** Headers as literals, none of them longer than 126 bytes. */
const literals = (headers: Record<string, string>): Buffer =>
  Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => [
      Buffer.from([0, name.length]),
      Buffer.from(name),
      Buffer.from([value.length]),
      Buffer.from(value),
    ]),
  );

it.each([
  ['in the middle of its options', '{"dryRun":'],
  ['before its options', undefined],
])(
  'a deletion over HTTP/2 that is broken off %s, as if all were well, deletes nothing',
  async (_, options) => {
    const maps = '/api/v1/namespaces/default/configmaps';
    await server.client.post(maps, { metadata: { name: 'kept' } });
    const socket = connect({
      port: server.port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      ALPNProtocols: ['h2'],
    });
    socket.on('error', () => {});
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    socket.write(frame(4, 0, 0, Buffer.alloc(0)));
    const headers = literals({
      ':method': 'DELETE',
      ':scheme': 'https',
      ':authority': 'server',
      ':path': `${maps}/kept`,
      authorization: 'Bearer admin-token',
      'content-type': 'application/json',
    });
    socket.write(frame(1, 4, 1, headers));
    if (options !== undefined) socket.write(frame(0, 0, 1, Buffer.from(options)));
    await sleep(300);
    // RST_STREAM with NO_ERROR.
    socket.write(frame(3, 0, 1, Buffer.alloc(4)));
    await sleep(300);
    socket.destroy();
    expect((await server.client.get(`${maps}/kept`)).status).toBe(200);
  },
);

it('a request whose client goes before it is known who he is takes no place, and does nothing', async () => {
  const maps = '/api/v1/namespaces/default/configmaps';
  for (let i = 0; i <= limit; i++) {
    await ask1(`reader-${i}`, maps, 'GET');
    await ask1(`writer-${i}`, maps, 'POST');
    await ask2(`reader-of-2-${i}`, maps, 'GET');
    await ask2(`writer-of-2-${i}`, maps, 'POST');
  }
  // One who waits is told when his time is over, and may believe it.
  const late = server.connect({ token: 'writer-late' });
  const told = await late.post(`${maps}?timeout=200ms`, { metadata: { name: 'writer-late' } });
  expect(told.status).toBe(504);
  late.close();
  // Till the server has seen the last one go, and then till it has heard who they all were.
  await sleep(300);
  release();
  await sleep(300);
  const jane = server.connect({ token: 'user-token' });
  expect((await jane.get(maps)).status).toBe(403);
  expect((await jane.post(maps, { metadata: { name: 'mine' } })).status).toBe(403);
  jane.close();
  const { body: list } = await server.client.get(maps);
  const names = list.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  expect(names.filter((name: string) => name.startsWith('writer'))).toEqual([]);
});
