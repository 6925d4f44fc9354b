import type { CallError } from '../../client/call-error.ts';
import { type ConnectionError, certificateError, dialError } from '../../client/connection-error-text.ts';
import { goQuote } from '../../util/quote.ts';

/**
 * Reason why a call failed, in the words that operators of webhooks look for, and the code that it would be as an
 * answer.
 */
export interface CallCause {
  readonly text: string;
  readonly code: number;
}

const unreachable = 503;

/** `url`: what was called. */
export function causeOf(error: CallError, url: string): CallCause {
  const { code, status, message, contentType = '' } = error;
  if (code === 'status' && status !== undefined) {
    return { text: textOfStatus(status, error.text ?? '', isText(contentType)), code: status };
  }
  const what = `Post ${goQuote(url)}: `;
  const reason = connectionError(error) ?? message;
  return { text: reason.startsWith(what) ? reason : what + reason, code: unreachable };
}

function connectionError({ code, cause }: CallError): string | undefined {
  const problem = (cause ?? {}) as ConnectionError;
  const known = certificateError(problem) ?? dialError(problem);
  if (known !== undefined || code !== 'reset') return known;
  return (problem.errors?.[0] ?? problem).code === 'ECONNRESET' ? 'read: connection reset by peer' : 'EOF';
}

const byStatus: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  406: 'the server was unable to respond with a content type that the client supports',
  409: 'the server reported a conflict',
  415: 'the server was unable to respond with a content type that the client supports',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};

/** A body without a type counts as one. */
const isText = (contentType: string): boolean => contentType === '' || /^text\//i.test(contentType);

function textOfStatus(status: number, text: string, isPlain: boolean): string {
  const own = statusMessage(text);
  if (own !== undefined) return own;
  const known = byStatus[status];
  if (known !== undefined) return known;
  // A document is not a message for people.
  const shown = !isPlain || text.startsWith('{') ? 'unknown' : text;
  if (status >= 500)
    return `an error on the server (${goQuote(shown)}) has prevented the request from succeeding`;
  return status === 403
    ? shown
    : `the server responded with the status code ${status} but did not return more information`;
}

/** Servers of this API say what is wrong in a Status. */
function statusMessage(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const { kind, message } = JSON.parse(text);
    return kind === 'Status' && typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    return undefined;
  }
}
