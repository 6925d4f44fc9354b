import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { SpdySession, type SpdyStream } from './session.ts';

export interface StreamObserver {
  /** What came on the stream of sizes. */
  resized?(bytes: Buffer): void;
}

/** What a node's agent does with upgrades to SPDY/3.1: exec runs the command on this machine, ports are those of loopback. */
export function serveSpdy(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  observer: StreamObserver = {},
): void {
  const { pathname, searchParams } = new URL(request.url!, 'https://node');
  // As agents do with protocols of WebSockets that they do not know: clients go on with SPDY.
  if (request.headers.upgrade?.toLowerCase() !== 'spdy/3.1') {
    return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
  }
  const isPort = pathname.startsWith('/portForward/');
  const protocol = isPort ? 'portforward.k8s.io' : 'v4.channel.k8s.io';
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: ${protocol}\r\n\r\n`,
  );
  const session = new SpdySession(socket, head);
  if (isPort) forwardPorts(session);
  else void runCommand(session, searchParams, observer);
}

/** Each connection of a client is two streams: one for errors, then one for data. */
function forwardPorts(session: SpdySession): void {
  const errors = new Map<string, SpdyStream>();
  session.on('stream', (stream) => {
    const { streamtype, port, requestid = '' } = stream.headers;
    if (streamtype === 'error') return void errors.set(requestid, stream.resume());
    const target = connect(Number(port), '127.0.0.1');
    stream.pipe(target).pipe(stream);
    target.on('error', (error) => {
      errors.get(requestid)?.end(`error forwarding port ${port}: ${error.message}`);
      stream.end();
    });
    target.once('close', () => errors.get(requestid)?.end());
  });
}

async function runCommand(
  session: SpdySession,
  query: URLSearchParams,
  observer: StreamObserver,
): Promise<void> {
  const wanted = ['input', 'output', 'error', 'tty'].filter((name) => query.has(name)).length + 1;
  const streams = new Map<string, SpdyStream>();
  while (streams.size < wanted) {
    const [stream] = (await once(session, 'stream')) as [SpdyStream];
    streams.set(stream.headers['streamtype']!, stream);
  }
  const [program = 'cat', ...words] = query.getAll('command');
  const child = spawn(program, words, { stdio: 'pipe' });
  const stdin = streams.get('stdin');
  if (stdin === undefined) child.stdin.end();
  else stdin.pipe(child.stdin);
  child.stdin.on('error', () => {});
  for (const [name, output] of [
    ['stdout', child.stdout],
    ['stderr', child.stderr],
  ] as const) {
    const stream = streams.get(name);
    if (stream === undefined) output.resume();
    else output.pipe(stream);
  }
  session.once('close', () => child.kill());
  streams.get('resize')?.on('data', (bytes: Buffer) => observer.resized?.(bytes));
  const [code] = (await once(child, 'close').catch((error) => [error])) as [number | null | Error];
  const error = streams.get('error')!;
  error.end(JSON.stringify(statusOf(code)));
  for (const stream of streams.values()) if (!stream.writableEnded) stream.end();
  session.socket.end();
}

function statusOf(code: number | null | Error): object {
  if (code === 0) return { metadata: {}, status: 'Success' };
  if (typeof code !== 'number') {
    return {
      metadata: {},
      status: 'Failure',
      reason: 'InternalError',
      message: `Internal error occurred: ${code}`,
    };
  }
  return {
    metadata: {},
    status: 'Failure',
    reason: 'NonZeroExitCode',
    message: `command terminated with non-zero exit code: ${code}`,
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  };
}
