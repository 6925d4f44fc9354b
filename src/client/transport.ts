import type { Dispatcher } from 'undici';
import { traceFields } from '../util/tracing/request-trace.ts';
import { KeptAgent } from './agent.ts';
import { CallError, connectionError } from './call-error.ts';
import type { ConnectionOptions } from './connections.ts';

export interface OutgoingCall {
  method: 'GET' | 'POST';
  /** https or http. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds for everything: connection, request and answer. */
  timeout: number;
  /** Limit of the answer's body. */
  maxBytes: number;
  /** Gives up earlier. */
  signal?: AbortSignal | undefined;
}

/** A successful one. */
export interface CallAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

const limits = { maxConnections: 512, maxHeaders: 32_768 };
/** Bytes of an unsuccessful answer that are worth telling. */
const maxTextLength = 1_024;

/** Makes calls to servers of one trust and with one identity, over connections that are kept. */
export class Transport implements Disposable {
  readonly #kept: KeptAgent;

  constructor(options: ConnectionOptions) {
    this.#kept = new KeptAgent(options, limits);
  }

  /** Rejects with CallError for everything but an answer of success; with the signal's reason when that gave up. */
  async send(call: OutgoingCall): Promise<CallAnswer> {
    const { method, url, signal } = call;
    const what = `${method === 'GET' ? 'Get' : 'Post'} ${JSON.stringify(url)}`;
    const limit = AbortSignal.timeout(call.timeout);
    try {
      const answer = await this.#request(call, signal ? AbortSignal.any([signal, limit]) : limit);
      return await accept(what, answer, call.maxBytes);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof CallError) throw error;
      if (limit.aborted) throw new CallError('timeout', `${what}: context deadline exceeded`);
      throw connectionError(what, new URL(url).host, error as NodeJS.ErrnoException);
    }
  }

  /** Cuts what is open. Calls after this open connections anew. */
  [Symbol.dispose](): void {
    this.#kept[Symbol.dispose]();
  }

  async #request(call: OutgoingCall, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { agent } = await this.#kept.open();
    const { origin, pathname, search } = new URL(call.url);
    const { method, body = null } = call;
    const headers = { ...call.headers, ...traceFields() };
    return agent.request({ origin, path: pathname + search, method, headers, body, signal });
  }
}

async function accept(what: string, answer: Dispatcher.ResponseData, maxBytes: number): Promise<CallAnswer> {
  const { statusCode: status, headers } = answer;
  if (status >= 300 && status < 400) {
    // Destroying the body emits an error on it, which is expected.
    answer.body.on('error', () => {}).destroy();
    throw new CallError('redirect', `${what}: redirected with ${status}, which is not followed`, { status });
  }
  if (status >= 200 && status < 300) {
    const body = await readBody(answer, maxBytes);
    if (body !== undefined) return { status, headers, body };
    throw new CallError('too-large', `${what}: the answer has more than ${maxBytes} bytes`);
  }
  const text = ((await readBody(answer, maxTextLength)) ?? 'an answer too long to tell').toString().trim();
  const contentType = String(headers['content-type'] ?? '');
  const details = { status, retryLater: headers['retry-after'] !== undefined, text, contentType };
  throw new CallError('status', `${what}: answered ${status}: ${text}`, details);
}

/** undefined when there is more. */
async function readBody({ body }: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += (chunk as Buffer).length;
    // To leave the loop ends the connection.
    if (length > maxBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
