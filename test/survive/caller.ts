import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { HttpWire } from '../../src/client/api/http-wire.ts';
import type { Places } from '../support/deploy/places.ts';
import type { Outcome } from './writes.ts';

/** A machine that is gone closes no connection: clients have to give up by themselves. */
const callTimeout = 15_000;

export interface Answered {
  status: number;
  body: any;
  /** Whether it has a Retry-After: nothing was done, and the same request may be made again. */
  mayRetry: boolean;
}

/** Sends one request; rejects when there is no answer. */
export type Caller = (method: string, path: string, body?: object) => Promise<Answered>;

/** Where the API is, and who asks. */
export interface Access {
  host: string;
  port: number;
  ca: Buffer;
  cert: Buffer;
  key: Buffer;
}

/** The load balancer, as the administrator of admin.conf. */
export function accessOf(places: Places): Access {
  const file = (name: string): Buffer => readFileSync(join(places.directory, 'certificates', name));
  return {
    host: places.address(0),
    port: places.port(6443),
    ca: file('authorities/ca.crt'),
    cert: file('admin.crt'),
    key: file('admin.key'),
  };
}

/** The product's own client. */
export function wireTo({ host, port, ca, cert, key }: Access): HttpWire {
  const identity = { certificate: cert.toString(), privateKey: key.toString() };
  return new HttpWire({
    server: `https://${host}:${port}`,
    authority: ca.toString(),
    identity: () => identity,
    // As other clients have it, but sooner: the test has less time.
    pings: { after: 5_000, timeout: 3_000 },
  });
}

/** Over HTTP/1.1, on connections that are kept. */
export function http1Caller({ host, port, ...tls }: Access): Caller {
  const agent = new Agent({ ...tls, keepAlive: true });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const bytes = body === undefined ? '' : JSON.stringify(body);
      const headers =
        bytes === '' ? {} : { 'content-type': 'application/json', 'content-length': bytes.length };
      const sent = request({ host, port, agent, method, path, headers });
      const timer = setTimeout(() => sent.destroy(new Error('no answer in time')), callTimeout);
      sent.once('close', () => clearTimeout(timer));
      sent.once('error', reject);
      sent.once('response', (answer) => {
        const mayRetry = answer.headers['retry-after'] !== undefined;
        text(answer).then(
          (all) => resolve({ status: answer.statusCode!, body: parsed(all), mayRetry }),
          reject,
        );
      });
      sent.end(bytes);
    });
}

/** Over HTTP/2, by the product's own client. */
export function http2Caller(wire: HttpWire): Caller {
  return async (method, path, body) => {
    const answer = await wire.send({
      method,
      path,
      signal: AbortSignal.timeout(callTimeout),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const mayRetry = answer.headers['retry-after'] !== undefined;
    return { status: answer.status, body: parsed(await text(answer.body)), mayRetry };
  };
}

function parsed(all: string): any {
  try {
    return JSON.parse(all);
  } catch {
    return all;
  }
}

/** What became of a request, and its answer when it was successful. */
export async function outcomeOf(call: Promise<Answered>): Promise<{ outcome: Outcome; body?: any }> {
  try {
    const { status, body, mayRetry } = await call;
    if (status < 300) {
      const revision = body.kind === 'Status' ? undefined : Number(body.metadata.resourceVersion);
      return { outcome: { kind: 'done', revision }, body };
    }
    const why = `${status} ${body.message ?? body}`.trim();
    if (status === 504 && !mayRetry) return { outcome: { kind: 'unknown', why } };
    return { outcome: { kind: 'failed', why, mayRetry } };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { outcome: { kind: 'unknown', why: code === undefined ? message : `${code} ${message}` } };
  }
}
