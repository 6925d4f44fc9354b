import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { makeAuthority } from '../../src/util/x509.ts';
import { NodeAgent } from '../support/node-agent.ts';
import { TestServer } from '../support/server.ts';
import { serveSpdy } from '../support/spdy/agent-streams.ts';
import { testValidity } from '../support/unit/https-server.ts';
import { until } from '../support/until.ts';

let server: TestServer;
let agent: NodeAgent;
/** What the agent does with an upgrade. */
let upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void = serveSpdy;

let respond: (response: ServerResponse) => unknown = (response) => response.end();

const pods = '/api/v1/namespaces/default/pods';
const exec = (...command: string[]): string => {
  const words = command.map((word) => `command=${encodeURIComponent(word)}`);
  return `${pods}/web/exec?stdout=true&stderr=true&${words.join('&')}`;
};

beforeAll(async () => {
  const authority = await makeAuthority('node-ca', testValidity());
  const behaviour = {
    respond: (_: IncomingMessage, response: ServerResponse) => respond(response),
    upgrade: (...given: Parameters<typeof upgrade>) => upgrade(...given),
  };
  agent = await NodeAgent.start(authority, authority.certificate, behaviour);
  server = await TestServer.start({ release: '1.36', flags: ['--allow-local-node-addresses'] });
  await nodeAt('near', agent.port);
  await nodeAt('down', 1);
  await podOn('web', 'near');
  await podOn('lost', 'down');
}, 60_000);

afterEach(() => {
  upgrade = serveSpdy;
});

afterAll(async () => {
  await server.stop();
  await agent[Symbol.asyncDispose]();
});

async function nodeAt(name: string, port: number): Promise<void> {
  const node = await server.client.post('/api/v1/nodes', { metadata: { name } });
  const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: port } } };
  const changed = await server.client.put(`/api/v1/nodes/${name}/status`, { ...node.body, status });
  expect(changed.status).toBe(200);
}

async function podOn(name: string, nodeName: string): Promise<void> {
  const spec = { nodeName, containers: [{ name: 'app', image: 'i' }] };
  expect((await server.client.post(pods, { metadata: { name }, spec })).status).toBe(201);
}

/** A client of channels, and what it has received on each. */
class Channels {
  readonly socket: WebSocket;
  readonly received = new Map<number, string>();
  readonly closed: Promise<number>;

  constructor(path: string, protocols: string[] = ['v5.channel.k8s.io']) {
    this.socket = new WebSocket(`wss://127.0.0.1:${server.port}${path}`, protocols, {
      rejectUnauthorized: false,
      headers: { authorization: 'Bearer admin-token' },
    });
    this.socket.on('message', (message: Buffer) => {
      const channel = message[0]!;
      this.received.set(channel, (this.received.get(channel) ?? '') + message.subarray(1).toString());
    });
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.socket.on('error', () => {});
  }

  send(channel: number, text: string): void {
    this.socket.send(Buffer.concat([Buffer.from([channel]), Buffer.from(text)]));
  }

  /** The Status at the end. */
  async status(): Promise<any> {
    await this.closed;
    return JSON.parse(this.received.get(3)!);
  }
}

describe('exec in channels of the fifth protocol', () => {
  it('gives output, errors and the code of the command each on a channel', async () => {
    const client = new Channels(exec('sh', '-c', 'echo out; echo err >&2; exit 3'));
    expect(await client.status()).toMatchObject({
      status: 'Failure',
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: '3' }] },
    });
    expect(client.socket.protocol).toBe('v5.channel.k8s.io');
    expect([client.received.get(1), client.received.get(2)]).toEqual(['out\n', 'err\n']);
    expect(await client.closed).toBe(1000);
    const { method, headers } = agent.last.request;
    expect([method, headers.upgrade, headers['x-stream-protocol-version']]).toEqual([
      'POST',
      'SPDY/3.1',
      'v4.channel.k8s.io',
    ]);
    expect(headers).not.toHaveProperty('authorization');
  });

  it('ends the input when the client closes its channel', async () => {
    const client = new Channels(`${exec('cat')}&stdin=true`);
    await once(client.socket, 'open');
    const text = 'a line\n'.repeat(50_000);
    client.send(0, text);
    client.socket.send(Buffer.from([255, 0]));
    expect(await client.status()).toEqual({ metadata: {}, status: 'Success' });
    expect(client.received.get(1)).toBe(text);
  });

  it('begins with an empty message on the first channel that it writes to', async () => {
    for (const [path, channel] of [
      [exec('true'), 1],
      [`${pods}/web/exec?stderr=true&command=true`, 2],
    ] as const) {
      const client = new Channels(path);
      const [first] = (await once(client.socket, 'message')) as [Buffer];
      expect([...first]).toEqual([channel]);
      await client.closed;
    }
  });

  it('ends a conversation whose client breaks the rules', async () => {
    const client = new Channels(`${exec('cat')}&stdin=true`);
    await once(client.socket, 'open');
    client.socket.send(Buffer.from([255, 0, 0]));
    expect(await client.closed).toBe(1002);
    await until(() => agent.open === 0);
  });

  it('tells of an agent that is down, refuses or breaks off on the channel of errors', async () => {
    const down = new Channels(exec('true').replace('/web/', '/lost/'));
    expect(await down.status()).toMatchObject({
      status: 'Failure',
      reason: 'InternalError',
      message:
        'Internal error occurred: error dialing backend: dial tcp 127.0.0.1:1: connect: connection refused',
    });
    upgrade = (_, socket) =>
      socket.end('HTTP/1.1 500 No\r\nContent-Length: 22\r\n\r\ncontainer not found (a)');
    expect(await new Channels(exec('true')).status()).toMatchObject({
      reason: 'InternalError',
      message: expect.stringContaining('container not found'),
    });
    const status = JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Own' });
    upgrade = (_, socket) =>
      socket.end(`HTTP/1.1 403 No\r\nContent-Length: ${status.length}\r\n\r\n${status}`);
    expect(await new Channels(exec('true')).status()).toMatchObject({ kind: 'Status', reason: 'Own' });
    upgrade = (_, socket) => {
      socket.write('HTTP/1.1 101 Yes\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n');
      setTimeout(() => socket.destroy(), 50);
    };
    expect(await new Channels(exec('true')).status()).toMatchObject({ reason: 'InternalError' });
    await until(() => agent.open === 0);
  });

  it('answers errors of the request itself before it upgrades', async () => {
    const client = new Channels(exec('true').replace('/web/', '/none/'));
    const [, response] = (await once(client.socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(404);
  });

  it('holds the command up when the client does not read', async () => {
    const client = new Channels(exec('sh', '-c', 'head -c 300000000 /dev/zero; echo done >&2'));
    await once(client.socket, 'open');
    const memory = async (): Promise<number> => {
      const { text } = await server.client.get('/metrics');
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)![1]);
    };
    const before = await memory();
    client.socket.pause();
    await sleep(1_500);
    expect((await memory()) - before).toBeLessThan(60_000_000);
    expect(client.received.has(2)).toBe(false);
    client.socket.terminate();
    await until(() => agent.open === 0);
  });
});

describe('older protocols', () => {
  it('pass through to the agent as they are', async () => {
    const seen: string[] = [];
    upgrade = (request, socket) => {
      seen.push(`${request.method} ${request.headers.upgrade} ${request.headers['sec-websocket-protocol']}`);
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    };
    for (const protocol of ['v4.channel.k8s.io', 'base64.channel.k8s.io', 'channel.k8s.io'])
      await new Channels(exec('true'), [protocol]).closed;
    expect(seen).toEqual([
      'GET websocket v4.channel.k8s.io',
      'GET websocket base64.channel.k8s.io',
      'GET websocket channel.k8s.io',
    ]);
  });
});

describe('port-forward within a WebSocket', () => {
  const path = `${pods}/web/portforward`;

  it('carries the bytes of SPDY, wherever a message ends', async () => {
    const { socket, head } = await tunnelled();
    expect(head).toContain('101 ');
    expect(head).toMatch(/^Sec-WebSocket-Protocol: SPDY\/3.1\+portforward.k8s.io\r$/m);
    // A ping comes back from the agent.
    const ping = '800300060000000400000002';
    socket.write(message(0x82, Buffer.from(ping.slice(0, 10), 'hex')));
    socket.write(message(0x82, Buffer.from(ping.slice(10), 'hex')));
    const [echoed] = (await once(socket, 'data')) as [Buffer];
    expect(echoed.toString('hex')).toBe(`820c${ping}`);
    expect(agent.last.request.headers['x-stream-protocol-version']).toBe('portforward.k8s.io');
    // A text is no part of it.
    socket.write(message(0x81, Buffer.from('text')));
    const [closing] = (await once(socket, 'data')) as [Buffer];
    expect(closing.subarray(0, 4).toString('hex')).toBe('880203eb');
    socket.destroy();
    await until(() => agent.open === 0);
  });

  it('that the agent refuses is refused as it says', async () => {
    upgrade = (_, socket) => socket.end('HTTP/1.1 500 No\r\nContent-Length: 10\r\n\r\nno such po');
    const { socket, head } = await tunnelled();
    expect(head).toMatch(/^HTTP\/1.1 500 .*no such po$/s);
    await once(socket, 'close');
  });

  async function tunnelled(): Promise<{ socket: Duplex; head: string }> {
    const socket = connect({ host: '127.0.0.1', port: server.port, rejectUnauthorized: false });
    socket.write(
      [
        `GET ${path} HTTP/1.1`,
        ...['Host: a', 'Authorization: Bearer admin-token', 'Connection: Upgrade', 'Upgrade: websocket'],
        ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
        ...['Sec-WebSocket-Protocol: SPDY/3.1+portforward.k8s.io', '', ''],
      ].join('\r\n'),
    );
    const [head] = await once(socket, 'data');
    return { socket, head: String(head) };
  }

  /** As clients send it: masked, with zeros. */
  const message = (first: number, payload: Buffer): Buffer =>
    Buffer.concat([Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
});

describe('a log in messages', () => {
  const log = `${pods}/web/log?follow=true`;
  const text = 'a line\n'.repeat(1_000);

  it.each<[string[], (message: Buffer) => Buffer]>([
    [[], (message) => message],
    [['binary.k8s.io'], (message) => message],
    [['base64.binary.k8s.io'], (message) => Buffer.from(message.toString(), 'base64')],
  ])('with the protocol %s', async (protocols, decode) => {
    respond = (response) => response.end(text);
    const socket = webSocket(log, protocols);
    const messages: Buffer[] = [];
    socket.on('message', (message: Buffer) => messages.push(decode(message)));
    const [code] = await once(socket, 'close');
    expect([code, socket.protocol]).toEqual([1000, protocols[0] ?? '']);
    expect(messages[0]!.length).toBe(0);
    expect(Math.max(...messages.map(({ length }) => length))).toBe(2_048);
    expect(Buffer.concat(messages).toString()).toBe(text);
  });

  it('that it does not know are refused, and errors are told before', async () => {
    respond = (response) => response.end(text);
    const other = webSocket(log, ['v4.channel.k8s.io']);
    const [, refused] = (await once(other, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(refused.statusCode).toBe(403);
    respond = (response) => response.writeHead(400).end('container is waiting to start');
    const waiting = webSocket(log, []);
    const [, failed] = (await once(waiting, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(failed.statusCode).toBe(400);
    await until(() => agent.open === 0);
  });

  function webSocket(path: string, protocols: string[]): WebSocket {
    const socket = new WebSocket(`wss://127.0.0.1:${server.port}${path}`, protocols, {
      rejectUnauthorized: false,
      headers: { authorization: 'Bearer admin-token' },
    });
    return socket.on('error', () => {});
  }
});

it('streams are counted by how they went', async () => {
  const { text } = await server.client.get('/metrics');
  const codesOf = (kind: string): string[] =>
    [...text.matchAll(new RegExp(`^apiserver_stream_${kind}_requests_total{code="(\\d+)"} [1-9]`, 'gm'))].map(
      ([, code]) => code!,
    );
  expect(codesOf('translator').sort()).toEqual(['200', '403', '500']);
  expect(codesOf('tunnel').sort()).toEqual(['101', '500']);
});

it('500 conversations cost two connections of TLS each, and leave nothing behind', async () => {
  const memory = async (): Promise<number> => {
    const { text } = await server.client.get('/metrics');
    return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)![1]);
  };
  upgrade = (_, socket) =>
    void socket.write('HTTP/1.1 101 Yes\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n');
  for (const socket of await openTunnels(50)) socket.destroy();
  await until(() => agent.open === 0);
  const before = await memory();
  const sockets = await openTunnels(500);
  const perStream = ((await memory()) - before) / 500;
  expect(agent.open).toBe(500);
  for (const socket of sockets) socket.destroy();
  await until(() => agent.open === 0);
  expect(perStream).toBeLessThan(200_000);
}, 120_000);

/** Connections of SPDY that are upgraded, and rest. */
async function openTunnels(count: number): Promise<Duplex[]> {
  const sockets: Duplex[] = [];
  for (let index = 0; index < count; index++) {
    const socket = connect({ host: '127.0.0.1', port: server.port, rejectUnauthorized: false });
    socket.on('error', () => {});
    socket.write(
      `POST ${exec('true')} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer admin-token\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: v4.channel.k8s.io\r\nContent-Length: 0\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain(' 101 ');
    sockets.push(socket);
  }
  return sockets;
}
