import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { issueServing, makeAuthority } from '../../src/util/x509.ts';
import { rawRequest, statusOf } from '../support/raw-request.ts';
import { TestServer } from '../support/server.ts';
import { testValidity } from '../support/unit/https-server.ts';
import { until } from '../support/until.ts';

let server: TestServer;
/** What an agent does with a connection; over TLS, or before there is any. */
let overTls: (socket: Duplex) => void = () => {};
let overTcp: (socket: Socket) => void = () => {};
const listeners: Server[] = [];
const open = new Set<Duplex>();

beforeAll(async () => {
  const authority = await makeAuthority('node-ca', testValidity());
  const names = { dnsNames: ['localhost'], addresses: ['127.0.0.1'] };
  const { certificate, privateKey } = await issueServing(authority, 'node', names, testValidity());
  const tls = createTlsServer({ cert: certificate, key: privateKey }, (socket) => {
    socket.on('error', () => {});
    overTls(socket);
  });
  const tcp = createTcpServer((socket) => overTcp(socket.resume()));
  server = await TestServer.start({ flags: ['--allow-local-node-addresses'] });
  for (const [name, listener] of [
    ['tls', tls],
    ['tcp', tcp],
  ] as const) {
    listener.on('connection', (socket: Socket) => {
      open.add(socket);
      socket.on('error', () => {}).once('close', () => open.delete(socket));
    });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    listeners.push(listener);
    await nodeWithPod(name, (listener.address() as AddressInfo).port);
  }
}, 60_000);

afterAll(async () => {
  await server.remove();
  for (const socket of open) socket.destroy();
  for (const listener of listeners) listener.close();
});

const pods = '/api/v1/namespaces/default/pods';

async function nodeWithPod(name: string, port: number): Promise<void> {
  const node = await server.client.post('/api/v1/nodes', { metadata: { name } });
  const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } };
  expect((await server.client.put(`/api/v1/nodes/${name}/status`, { ...node.body, status })).status).toBe(
    200,
  );
  const spec = { nodeName: name, containers: [{ name: 'app', image: 'i' }] };
  expect((await server.client.post(pods, { metadata: { name }, spec })).status).toBe(201);
}

const ways = ['log', 'exec', 'proxy'] as const;
type Way = (typeof ways)[number];

/** The code and the message that a client gets in this way. */
async function ask(name: string, way: Way): Promise<[number, string]> {
  if (way !== 'exec') {
    const path = way === 'log' ? `${pods}/${name}/log` : `/api/v1/nodes/${name}/proxy/healthz`;
    const { status, body } = await server.client.get(path);
    return [status, body.message];
  }
  const head = [
    `POST ${pods}/${name}/exec?stdout=true&command=true HTTP/1.1`,
    ...['Host: server', 'Authorization: Bearer admin-token', 'Connection: Upgrade', 'Upgrade: SPDY/3.1'],
    ...['X-Stream-Protocol-Version: v4.channel.k8s.io', 'Content-Length: 0', '', ''],
  ];
  const received = await rawRequest(server, head.join('\r\n'));
  return [statusOf(received), JSON.parse(received.slice(received.indexOf('{'))).message];
}

/** The Status that a client of WebSockets gets at the end. */
async function execInWebSocket(name: string): Promise<unknown> {
  const path = `${pods}/${name}/exec?stdout=true&command=true`;
  const socket = new WebSocket(`wss://127.0.0.1:${server.port}${path}`, ['v5.channel.k8s.io'], {
    rejectUnauthorized: false,
    headers: { authorization: 'Bearer admin-token' },
  });
  const received: Buffer[] = [];
  socket.on('message', (message: Buffer) => received.push(message));
  await once(socket, 'close');
  return JSON.parse(
    received
      .findLast(([channel]) => channel === 3)!
      .subarray(1)
      .toString(),
  );
}

const beginnings: Readonly<Record<Way, RegExp>> = {
  log: /^Get "https:\/\/127\.0\.0\.1:\d+\/containerLogs\/default\/\w+\/app": /,
  exec: /^error dialing backend: /,
  proxy: /^error trying to reach service: /,
};
const codes: Readonly<Record<Way, number>> = { log: 500, exec: 500, proxy: 503 };

describe('an agent that', () => {
  it.each<[string, (socket: Duplex) => void, RegExp]>([
    ['closes its connections', (socket) => socket.destroy(), /EOF$/],
    ['closes them when it is asked', (socket) => socket.once('data', () => socket.destroy()), /EOF$/],
    [
      'answers nonsense',
      (socket) => socket.once('data', () => socket.end('what?\r\n\r\n')),
      /malformed HTTP response$/,
    ],
    [
      'answers with headers that do not end',
      (socket) => socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(200_000)}`)),
      /(malformed HTTP response|EOF)$/,
    ],
  ])('%s is told of, and nothing is left open', async (_, behave, text) => {
    overTls = behave;
    for (const way of ways) {
      const [code, message] = await ask('tls', way);
      expect([code, beginnings[way].test(message), text.test(message)], `${way}: ${message}`).toEqual([
        codes[way],
        true,
        true,
      ]);
    }
    await until(() => open.size === 0);
    expect((await server.client.get('/readyz')).status).toBe(200);
  });

  it('speaks no TLS is told of', async () => {
    overTcp = (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    for (const way of ways) {
      const [code, message] = await ask('tcp', way);
      expect([code, beginnings[way].test(message)], message).toEqual([codes[way], true]);
    }
    await until(() => open.size === 0);
  });

  it('never answers is waited for as long as its client waits', async () => {
    overTls = (socket) => void socket.resume();
    const impatient = server.connect({ token: 'admin-token' });
    const answers = [`${pods}/tls/log`, '/api/v1/nodes/tls/proxy/healthz'].map((path) =>
      impatient.get(path).catch(() => 'gone'),
    );
    await until(() => open.size === 2);
    impatient.close();
    await until(() => open.size === 0);
    expect(await Promise.all(answers)).toEqual(['gone', 'gone']);
  });

  it('never shakes hands, or never agrees to the streams of a command, is given up after 30 s', async () => {
    overTcp = () => {};
    overTls = (socket) => {
      const upgraded = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n';
      socket.once('data', () => socket.write(upgraded));
    };
    const begun = performance.now();
    const silent = execInWebSocket('tls');
    for (const [code, message] of await Promise.all([ask('tcp', 'log'), ask('tcp', 'proxy')])) {
      expect(code).toBeGreaterThanOrEqual(500);
      expect(message).toMatch(/dial tcp 127\.0\.0\.1:\d+: i\/o timeout$/);
    }
    expect(await silent).toMatchObject({
      status: 'Failure',
      message: expect.stringMatching(/timed out waiting for streams$/),
    });
    expect(performance.now() - begun).toBeLessThan(45_000);
    await until(() => open.size === 0);
  }, 60_000);
});
