import { parseOwnJson, writeJson } from '../../api/codec/json.ts';
import type { Random } from '../../util/random.ts';
import { CallError } from '../call-error.ts';
import type { Pause } from '../retry.ts';
import { bodyOf, readError } from './answer-body.ts';
import type { ApiCall, ApiCaller } from './api-call.ts';
import { retryAfter, timeoutError } from './api-error.ts';
import { ResourceClient, type ResourceType } from './resource-client.ts';
import type { Wire, WireAnswer } from './wire.ts';

/** Milliseconds that a request may take that is no watch, its retries included. */
const defaultTimeout = 60_000;
/** Number of times that a request is sent again when the server asks for that. */
const maxRetries = 10;

export interface ApiClientOptions {
  wire: Wire;
  userAgent: string;
  /** The value of the header of that name, asked for each request. */
  authorization?: (() => Promise<string | undefined> | string | undefined) | undefined;
  random: Random;
  pause: Pause;
  /** Milliseconds that a request may take whose call says nothing of that. */
  timeout?: number;
}

/** The result of one attempt. `retryAfter`: seconds after which it may be sent again. */
type Attempt<T> = { value: T } | { error: unknown; retryAfter: number | undefined };

/** Asks one API server as one user. */
export class ApiClient implements ApiCaller {
  readonly #options: ApiClientOptions;

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  resource<T>(type: ResourceType): ResourceClient<T> {
    return new ResourceClient<T>(this, type);
  }

  async json<T>(call: ApiCall): Promise<T> {
    const limit = AbortSignal.timeout(call.timeout ?? this.#options.timeout ?? defaultTimeout);
    const signal = call.signal === undefined ? limit : AbortSignal.any([call.signal, limit]);
    for (let retry = 0; ; retry++) {
      const attempt = await this.#attempt<T>(call, signal);
      if ('value' in attempt) return attempt.value;
      call.signal?.throwIfAborted();
      if (attempt.error === limit.reason) throw timeoutError(call);
      if (attempt.retryAfter === undefined || retry === maxRetries) throw attempt.error;
      await this.#options.pause(attempt.retryAfter * 1_000, signal).catch(() => {
        call.signal?.throwIfAborted();
        // There is no time left to ask again.
        throw attempt.error;
      });
    }
  }

  async #attempt<T>(call: ApiCall, signal: AbortSignal): Promise<Attempt<T>> {
    try {
      const answer = await this.open(call, signal);
      if (answer.status >= 200 && answer.status < 300) {
        return { value: (await answerValue(call, answer, signal)) as T };
      }
      return { error: await readError(call, answer, signal), retryAfter: retryAfter(answer) };
    } catch (error) {
      // A read whose connection broke may be repeated; a write may have been carried out.
      const mayPass = call.method === 'GET' && error instanceof CallError && error.code === 'reset';
      return { error, retryAfter: mayPass ? 1 : undefined };
    }
  }

  async open(call: ApiCall, signal: AbortSignal): Promise<WireAnswer> {
    const { method, path, query = {}, body, contentType = 'application/json' } = call;
    const authorization = await this.#options.authorization?.();
    const headers: Record<string, string> = {
      'user-agent': this.#options.userAgent,
      accept: call.accept ?? 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    };
    const content = body === undefined ? undefined : writeJson(body);
    if (content !== undefined) {
      headers['content-type'] = contentType;
      headers['content-length'] = String(Buffer.byteLength(content));
    }
    return this.#options.wire.send({ method, path: path + queryOf(query), headers, body: content, signal });
  }
}

async function answerValue(call: ApiCall, answer: WireAnswer, signal: AbortSignal): Promise<unknown> {
  const { method, path, maxBytes = Number.POSITIVE_INFINITY, parse = parseOwnJson } = call;
  const body = await bodyOf(call, answer, signal, maxBytes);
  if (body.length <= maxBytes) return parse(body.toString());
  throw new CallError('too-large', `${method} ${path}: the answer has more than ${maxBytes} bytes`);
}

function queryOf(query: NonNullable<ApiCall['query']>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}
