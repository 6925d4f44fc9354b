import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeAuthority } from '../../../src/util/x509.ts';
import { NodeAgent } from '../../support/node-agent.ts';
import { podOn } from '../../support/pods-on-nodes.ts';
import type { TestServer } from '../../support/server.ts';
import { clientFrame } from '../../support/unit/client-frames.ts';
import { testValidity } from '../../support/unit/https-server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from '../support/beside.ts';
import { over, pour } from '../support/frames.ts';

let server: TestServer;
let agent: NodeAgent;
/** Behaviours of the agent once it speaks SPDY. */
let speak: (socket: Duplex) => void;

const pod = '/api/v1/namespaces/default/pods/web';
const exec = `${pod}/exec?command=cat&stdin=true&stdout=true`;
const channels = 'v5.channel.k8s.io';
const tunnel = 'SPDY/3.1+portforward.k8s.io';

beforeAll(async () => {
  const authority = await makeAuthority('node-ca', testValidity());
  agent = await NodeAgent.start(authority, authority.certificate, {
    respond: (_, response) => response.end(),
    upgrade: (request: IncomingMessage, socket: Duplex) => {
      const protocol = request.headers['x-stream-protocol-version'] ?? '';
      socket.write(
        `HTTP/1.1 101 Yes\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: ${protocol}\r\n\r\n`,
      );
      speak(socket);
    },
  });
  server = await attackServer({ flags: ['--allow-local-node-addresses'] });
  await podOn(server, 'web', 'near', agent.port);
}, 120_000);

/** The next attack finds all places free. */
afterEach(() => expect.poll(() => agent.open).toBe(0));

afterAll(async () => {
  await server.remove();
  await agent[Symbol.asyncDispose]();
});

/** A WebSocket that was opened, as bytes. Rejects with the answer when it was refused. */
async function opened(path: string, protocol = ''): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port: server.port, rejectUnauthorized: false });
  socket.on('error', () => {});
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: a',
    'Authorization: Bearer user-token',
    'Connection: Upgrade',
  ];
  lines.push(
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  );
  if (protocol !== '') lines.push(`Sec-WebSocket-Protocol: ${protocol}`);
  socket.write([...lines, '', ''].join('\r\n'));
  const answer = String((await once(socket, 'data'))[0]);
  if (!answer.startsWith('HTTP/1.1 101 ')) throw new Error(answer);
  return socket;
}

const open = (count: number, path: string, protocol?: string): Promise<TLSSocket[]> =>
  Promise.all(Array.from({ length: count }, () => opened(path, protocol)));

const end = (sockets: readonly Duplex[]): void => {
  for (const socket of sockets) socket.destroy();
};

const mebibyte = 1_048_576;
const head = Buffer.from('82ff0000000001f0000000000000', 'hex');

/** A message of 31 MiB without its last byte, on each of twenty connections. */
async function unfinished(path: string, protocol: string | undefined, signal: AbortSignal): Promise<void> {
  const sockets = await open(20, path, protocol);
  for (const socket of sockets) socket.write(head);
  const piece = Buffer.alloc(mebibyte);
  for (let sent = 1; sent < 31 && !signal.aborted; sent++)
    await Promise.all(sockets.map((socket) => pour(socket, piece, signal)));
  await over(signal);
  end(sockets);
}

/** Pings whose answers nobody reads. */
async function pings(path: string, protocol: string | undefined, signal: AbortSignal): Promise<void> {
  const sockets = await open(4, path, protocol);
  for (const socket of sockets) socket.pause();
  const piece = Buffer.concat(Array<Buffer>(500).fill(clientFrame(0x89, 'x'.repeat(125))));
  while (!signal.aborted) await Promise.all(sockets.map((socket) => pour(socket, piece, signal)));
  end(sockets);
}

const agreements = Buffer.concat(
  [1, 3, 5].map((stream) => Buffer.from(`8003000200000004${stream.toString(16).padStart(8, '0')}`, 'hex')),
);

/** Accepts the streams, and listens. */
const agree = (socket: Duplex): void => {
  socket.write(agreements);
  socket.resume();
};

const watch = '/api/v1/namespaces/default/configmaps?watch=1';

describe('what a client says in WebSockets', () => {
  test.each([
    ['exec', exec, channels],
    ['port-forward', `${pod}/portforward`, tunnel],
    ['a watch', watch, undefined],
  ] as const)('of %s', async (_, path, protocol) => {
    speak = agree;
    const seconds = attackSeconds() + 2;
    const messages = await beside(server, seconds, (signal) => unfinished(path, protocol, signal));
    expectHarmless(messages, { memoryMb: 60 });
    expectHarmless(await beside(server, seconds, (signal) => pings(path, protocol, signal)), {
      memoryMb: 60,
    });
  });
});

/** A byte of stdout, in a frame of its own. */
const tinyOutput = Buffer.from('000000030000000178', 'hex');

test('an agent that says a byte at a time to clients that do not read', async () => {
  speak = (socket) => {
    socket.write(agreements);
    const many = Buffer.concat(Array<Buffer>(1_000).fill(tinyOutput));
    const write = (): void => {
      while (!socket.destroyed && socket.write(many));
    };
    socket.on('drain', write).resume();
    write();
  };
  const attack = async (signal: AbortSignal): Promise<void> => {
    const sockets = await open(20, exec, channels);
    for (const socket of sockets) socket.pause();
    await over(signal);
    end(sockets);
  };
  expectHarmless(await beside(server, attackSeconds() + 2, attack), { memoryMb: 60 });
});

test('connections that rest are so many for a user, and the next one is refused', async () => {
  speak = agree;
  const sockets: TLSSocket[] = [];
  const attack = async (): Promise<void> => {
    for (let count = 0; count < 300; count += 20) sockets.push(...(await open(20, exec, channels)));
  };
  expectHarmless(await beside(server, 1, attack), { memoryMb: 100 });
  await expect(opened(exec, channels)).rejects.toThrow(/ 429 .*user \\"jane\\" has 300 open/s);
  // Watches, and other users, have theirs.
  end([await opened(watch), sockets.pop()!]);
  const again = async (): Promise<unknown> => sockets.push(await opened(exec, channels));
  await expect
    .poll(() =>
      again().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  end(sockets);
}, 120_000);
