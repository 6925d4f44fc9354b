import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { hostAndPort } from '../../../client/connection-error-text.ts';
import type { Address } from '../../../client/connections.ts';
import { dialErrorText, hasEnded } from '../../proxy/node/dial-error.ts';
import { type Backend, originOf } from './backend.ts';

export interface BackendCall {
  address: Address;
  /** With its query. */
  path: string;
  /** Names and values by turns. */
  headers: readonly string[];
  /** Milliseconds for everything. */
  timeout: number;
  /** Limit of the body; 0: it does not matter, and is not waited for. */
  maxBytes: number;
}

export interface BackendAnswer {
  code: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** There was no answer, for the reason in the message, in the words that operators know. */
export class BackendError extends Error {}

/** The answer is longer than the caller takes; the cause of a BackendError. */
export class AnswerTooLong extends Error {}

/**
 * A GET that this server makes for itself. Rejects with BackendError; redirects are not followed. A connection that was
 * kept may be closed by its server just now: then it is sent once more.
 */
export function callBackend(backend: Backend, call: BackendCall): Promise<BackendAnswer> {
  return callOnce(backend, call).catch((error: BackendError) => {
    if (!hasEnded(error.cause as NodeJS.ErrnoException)) throw error;
    return callOnce(backend, call);
  });
}

function callOnce(backend: Backend, call: BackendCall): Promise<BackendAnswer> {
  const { address, path, headers, timeout, maxBytes } = call;
  return new Promise((resolve, reject) => {
    const answer: BackendAnswer = { code: 0, headers: {}, body: Buffer.alloc(0) };
    const chunks: Buffer[] = [];
    let length = 0;
    let isOver = false;
    const over = (error?: Error): void => {
      isOver = true;
      clearTimeout(timer);
      if (error === undefined) resolve({ ...answer, body: Buffer.concat(chunks) });
      else reject(new BackendError(dialErrorText(error, address), { cause: error }));
    };
    const late = new Error('context deadline exceeded');
    let sent: Dispatcher.DispatchController | undefined;
    const timer = setTimeout(() => {
      // While there is no connection there is nothing to abort yet.
      over(late);
      sent?.abort(late);
    }, timeout);
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        sent = controller;
        if (isOver) controller.abort(late);
      },
      onResponseStart(_controller, code, given) {
        if (code < 200) return;
        Object.assign(answer, { code, headers: given });
        // The body is still read within the time limit, so that the connection can be used again.
        if (maxBytes === 0) resolve(answer);
      },
      onResponseData(controller, chunk) {
        length += chunk.length;
        if (maxBytes > 0 && length > maxBytes)
          return controller.abort(new AnswerTooLong(`the answer has more than ${maxBytes} bytes`));
        if (maxBytes > 0) chunks.push(chunk);
      },
      onResponseEnd: () => over(),
      onResponseError: (_controller, error) => over(error),
    };
    const options = {
      origin: originOf(address),
      path,
      headers: ['Host', hostAndPort(address.host, address.port), ...headers],
    };
    backend.dispatch({ ...options, method: 'GET' }, handler).catch(over);
  });
}
