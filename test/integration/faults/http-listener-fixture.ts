import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  type SecureClientSessionOptions,
} from 'node:http2';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import type { Express } from 'express';
import { afterEach } from 'vitest';
import { createApplication } from '../../../src/server/http/application.ts';
import { defaultLimits, type ListenerLimits } from '../../../src/server/http/limits.ts';
import { createListener, type Listener } from '../../../src/server/http/listener.ts';
import type { ListenerTls } from '../../../src/server/http/tls-options.ts';
import { issueServing, makeAuthority } from '../../../src/util/x509.ts';

const validity = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) };
export const authority = await makeAuthority('test-ca', validity);
const names = { dnsNames: ['localhost'], addresses: ['127.0.0.1'] };
const serving = await issueServing(authority, 'server', names, validity);

export const tls: ListenerTls = {
  key: serving.privateKey,
  cert: serving.certificate,
  minVersion: 'VersionTLS12',
};

/** What a test opened, closed in reverse order after it. */
const open: (() => unknown)[] = [];

afterEach(async () => {
  while (open.length > 0) await open.pop()?.();
});

export interface Fixture {
  listener: Listener;
  port: number;
  reports: unknown[];
}

export async function listen(
  routes: (application: Express) => void,
  limits: Partial<ListenerLimits> = {},
  tlsOptions: Partial<ListenerTls> = {},
): Promise<Fixture> {
  const application = createApplication();
  routes(application);
  const reports: unknown[] = [];
  const listener = createListener({
    application,
    tls: { ...tls, ...tlsOptions },
    limits: { ...defaultLimits, ...limits },
    onError: (error) => reports.push(error),
  });
  open.push(() => listener.destroy());
  const { port } = await listener.listen(0, '127.0.0.1');
  return { listener, port, reports };
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const trust = { ca: authority.certificate, host: '127.0.0.1' };

/** One request of HTTP/1.1 on a connection of its own, unless an agent is given. */
export async function get1(
  port: number,
  options: RequestOptions = {},
  body?: string | Buffer,
): Promise<Answer> {
  const request = httpsRequest({ ...trust, port, agent: false, ...options });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode!, headers: response.headers, body: text };
}

export function session2(
  port: number,
  options: ConnectionOptions & SecureClientSessionOptions = {},
): ClientHttp2Session {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: authority.certificate, ...options });
  session.on('error', () => {});
  open.push(() => session.destroy());
  return session;
}

export async function get2(
  session: ClientHttp2Session,
  headers: Record<string, string | string[]> = {},
  body?: string | Buffer,
): Promise<Answer> {
  const stream = session.request({ ':path': '/', ...headers }, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  return answerOf(stream);
}

export async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  const gone = once(stream, 'close').then(() => {
    if (stream.rstCode !== 0 || stream.aborted) throw new Error(`stream reset with ${stream.rstCode}`);
    return [];
  });
  const [headers] = await Promise.race([once(stream, 'response'), gone]);
  const text = Buffer.concat(await stream.toArray()).toString();
  await gone;
  return { status: headers[':status'], headers, body: text };
}

/** A connection of HTTP/1.1 to write bytes to. */
export async function rawTls(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connectTls({ ...trust, port, ...options });
  open.push(() => socket.destroy());
  await once(socket, 'secureConnect');
  socket.on('error', () => {});
  return socket;
}

/** Everything that comes until the other side closes. */
export async function readAll(socket: TLSSocket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on('data', (data) => parts.push(data));
  if (!socket.destroyed) await once(socket, 'close');
  return Buffer.concat(parts).toString();
}

export async function readUntil(socket: TLSSocket, text: string): Promise<string> {
  let read = '';
  for await (const [data] of on(socket)) {
    read += data;
    if (read.includes(text)) break;
  }
  return read;
}

async function* on(socket: TLSSocket): AsyncGenerator<[Buffer]> {
  for (;;) yield (await once(socket, 'data')) as [Buffer];
}

/** Waits for what becomes true soon. */
export async function until(condition: () => boolean, ms = 5_000): Promise<void> {
  const end = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > end) throw new Error('did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
