import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connect2 } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestHttpsServer } from '../../../src/client/testing.ts';
import { headOf } from '../../support/raw-request.ts';
import { TestServer } from '../../support/server.ts';
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
