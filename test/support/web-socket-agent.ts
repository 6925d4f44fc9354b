import { spawn } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

const protocol = 'v4.channel.k8s.io';
const channels = { stdout: 1, stderr: 2, error: 3 } as const;
const server = new WebSocketServer({ noServer: true, handleProtocols: () => protocol });

/** What a node's agent does with an exec over a WebSocket of `v4`: the command runs on this machine. */
export function serveWebSocket(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { searchParams } = new URL(request.url!, 'https://node');
  server.handleUpgrade(request, socket, head, (connection) =>
    runCommand(connection, searchParams.getAll('command')),
  );
}

function runCommand(connection: WebSocket, [program = '', ...words]: string[]): void {
  // As those agents write it: each message begins a record of TLS.
  let sent = Promise.resolve();
  const send = (channel: number, data: Buffer): void => {
    const message = Buffer.concat([Buffer.of(channel), data]);
    sent = sent.then(() => new Promise<void>((resolve) => connection.send(message, () => resolve())));
  };
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (data) => send(channels.stdout, data));
  child.stderr.on('data', (data) => send(channels.stderr, data));
  child.on('close', (code) => {
    send(channels.error, Buffer.from(JSON.stringify(statusOf(code!))));
    void sent.then(() => connection.close());
  });
}

const statusOf = (code: number): object =>
  code === 0
    ? { metadata: {}, status: 'Success' }
    : {
        metadata: {},
        status: 'Failure',
        message: `command terminated with non-zero exit code: exit status ${code}`,
        reason: 'NonZeroExitCode',
        details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
      };
