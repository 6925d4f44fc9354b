import { randomBytes } from 'node:crypto';
import { type ClientHttp2Session, connect } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { configMap, configMaps, pod, pods } from '../../support/objects.ts';
import { TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterEach(async () => {
  expect((await server.client.get('/livez')).text).toBe('ok');
});
afterAll(() => server.remove());

/** In HTTP/2, where a client says how much of an answer it takes. */
async function open(initialWindowSize = 65_535): Promise<ClientHttp2Session> {
  const session = connect(`https://127.0.0.1:${server.port}`, {
    rejectUnauthorized: false,
    settings: { initialWindowSize },
  });
  session.on('error', () => {});
  await new Promise((resolve) => session.once('connect', resolve));
  return session;
}

const asAdmin = { authorization: 'Bearer admin-token' };

it('an answer that is compressed when the time of its request is over is not sent a second time', async () => {
  const body = JSON.stringify(configMap('big', { a: randomBytes(600_000).toString('base64') }));
  for (let ms = 1; ms < 40; ms++) {
    const session = await open(0);
    const path = `${configMaps}?dryRun=All&timeout=${ms}ms`;
    const headers = { ...asAdmin, 'accept-encoding': 'gzip', 'content-type': 'application/json' };
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
    stream.on('error', () => {});
    stream.end(body);
    await new Promise((resolve) => stream.once('response', resolve));
    await sleep(30);
    session.destroy();
  }
});

it('a watch whose client of HTTP/2 is gone before it begins does not stay', async () => {
  const { body } = await server.client.get(configMaps);
  const next = Number(body.metadata.resourceVersion) + 1;
  const session = await open();
  session.request({ ...asAdmin, ':path': `${pods}?watch=1&resourceVersion=${next}` }).on('error', () => {});
  await sleep(100);
  session.destroy();
  await sleep(100);
  await server.client.post(configMaps, configMap('next'));
  await sleep(200);
  const { text } = await server.client.get('/metrics');
  expect(/^apiserver_registered_watchers\{.*kind="Pod"\} (\d+)$/m.exec(text)?.[1] ?? '0').toBe('0');
});

it('names with characters that keys have not', async () => {
  const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
  expect((await server.client.get(`${pods}/a%20b`)).status).toBe(404);
  expect((await server.client.delete(`${roles}/%C3%A4`)).status).toBe(404);
  expect((await server.client.post(roles, { metadata: { name: 'Rôle d’accès' }, rules: [] })).status).toBe(
    201,
  );
  const path = `${roles}/${encodeURIComponent('Rôle d’accès')}`;
  expect((await server.client.get(path)).body.metadata.name).toBe('Rôle d’accès');
  const selector = encodeURIComponent('metadata.name=Rôle d’accès');
  expect((await server.client.get(`${roles}?fieldSelector=${selector}`)).body.items).toHaveLength(1);
  const { body } = await server.client.get(path);
  expect(
    (await server.client.put(path, { ...body, metadata: { ...body.metadata, labels: { a: 'b' } } })).status,
  ).toBe(200);
  expect((await server.client.delete(path)).status).toBe(200);
  expect((await server.client.get(path)).status).toBe(404);
});

it.each(['9223372036854775807', '9007199254740991', '300000000000'])(
  'a pod with %s seconds of grace can be deleted',
  async (seconds) => {
    const grace = `"terminationGracePeriodSeconds":${seconds},"nodeName":"n",`;
    const text = JSON.stringify(pod(`p${seconds}`)).replace('"spec":{', `"spec":{${grace}`);
    expect((await server.client.post(pods, text)).status).toBe(201);
    const first = await server.client.delete(`${pods}/p${seconds}`);
    expect(first.status).toBe(200);
    expect(first.body.metadata.deletionTimestamp).toBe('9999-12-31T23:59:59Z');
    expect(
      (await server.client.delete(`${pods}/p${seconds}?gracePeriodSeconds=9223372036854775807`)).status,
    ).toBe(200);
    expect((await server.client.delete(`${pods}/p${seconds}?gracePeriodSeconds=0`)).status).toBe(200);
  },
);
