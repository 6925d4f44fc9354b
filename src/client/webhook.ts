import { DecodeError } from '../api/codec/decode-error.ts';
import { unregistered } from '../api/codec/server-config.ts';
import { CallError } from './call-error.ts';
import { Fields, ShapeError } from './fields.ts';
import { type Backoff, type RetryDependencies, withRetries } from './retry.ts';
import type { Transport } from './transport.ts';

/** Address of a webhook, and the manner of calls to it. */
export interface WebhookTarget {
  url: string;
  transport: Transport;
  /** Value of the header `Authorization`; asked at each call, as a token may be renewed. */
  authorization?: (() => Promise<string | undefined>) | undefined;
  userAgent: string;
  /** Milliseconds for one try. */
  timeout: number;
}

/** Options of a single call. */
export interface WebhookCall {
  /** Milliseconds for one try. */
  timeout?: number;
  headers?: Readonly<Record<string, string>>;
  maxBytes?: number;
  /** Gives the call up. */
  signal?: AbortSignal;
}

/** `retry`: without it each call is tried once. */
export interface WebhookRetry extends RetryDependencies {
  backoff: Backoff;
  /** Which errors may pass; those of `isPassing` if not said. */
  isPassing?: (error: unknown) => boolean;
}

/** Tries of a review. */
export const reviewBackoff: Backoff = { tries: 5, first: 500, factor: 1.5, jitter: 0.2 };

/** Enough for a patch of the largest object in base64. */
const maxResponseBytes = 6 * 1_048_576;

/** Posts a JSON document to a webhook and returns the JSON of its answer. */
export class WebhookCaller {
  readonly #target: WebhookTarget;
  readonly #retry: WebhookRetry | undefined;

  constructor(target: WebhookTarget, retry?: WebhookRetry) {
    this.#target = target;
    this.#retry = retry;
  }

  /** Rejects with CallError, or with the signal's reason. */
  async call(request: object, call: WebhookCall = {}): Promise<unknown> {
    const body = JSON.stringify(request);
    const once = (): Promise<unknown> => this.#try(body, call);
    if (this.#retry === undefined) return once();
    return withRetries(
      once,
      this.#retry.isPassing ?? isPassing,
      this.#retry.backoff,
      this.#retry,
      call.signal,
    );
  }

  async #try(body: string, call: WebhookCall): Promise<unknown> {
    const { url, transport, userAgent } = this.#target;
    const authorization = await this.#target.authorization?.();
    const answer = await transport.send({
      method: 'POST',
      url,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...(authorization === undefined ? {} : { authorization }),
        ...call.headers,
      },
      body,
      timeout: call.timeout ?? this.#target.timeout,
      maxBytes: call.maxBytes ?? maxResponseBytes,
      signal: call.signal,
    });
    return parsed(url, answer.body);
  }
}

function parsed(url: string, body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new CallError('malformed', `Post ${JSON.stringify(url)}: the answer is not JSON`, { cause: error });
  }
}

const passingStatuses = new Set([429, 500, 504]);

/** The connection broke, or the answer itself says that it was a bad moment. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const { code, status, retryLater } = error;
  return code === 'reset' || (code === 'status' && (retryLater || passingStatuses.has(status!)));
}

/** Throws for an answer of another type; one that does not say its type is of that which was sent. */
function checkType(answer: Fields, sent: Review): void {
  const kind = answer.text('kind') || sent.kind;
  const apiVersion = answer.text('apiVersion') || sent.apiVersion;
  if (kind !== sent.kind || apiVersion !== sent.apiVersion) throw unregistered(kind, apiVersion);
}

/** The type of a review: kind and version. */
export interface Review {
  apiVersion: string;
  kind: string;
}

/**
 * A part of the answer to a review (`status`, `response`), taken apart by `read`. The answer must be of the kind and
 * version that was sent, if it says so. Rejects with CallError.
 */
export async function callReview<T>(
  caller: WebhookCaller,
  review: Review & Readonly<Record<string, unknown>>,
  part: string,
  read: (fields: Fields) => T,
  call: WebhookCall = {},
): Promise<T> {
  const answer = await caller.call(review, call);
  try {
    const fields = new Fields(answer, '');
    checkType(fields, review);
    const found = fields.object(part);
    if (found === undefined) throw fields.wrong(part, 'must be given');
    return read(found);
  } catch (error) {
    if (error instanceof DecodeError) throw new CallError('malformed', error.message, { cause: error });
    if (!(error instanceof ShapeError)) throw error;
    throw new CallError('malformed', `the answer of the webhook: ${error.message}`, { cause: error });
  }
}
