/**
 * Reason why a call that left the process came to nothing.
 * - `unreachable`: there was no connection: the port is closed, no such name, or a certificate that is not trusted.
 * - `reset`: the connection broke before the answer was complete.
 * - `timeout`: there was no complete answer in time.
 * - `status`: an answer that is no success.
 * - `redirect`: an answer that names another place. It is not followed: the operator did not name that place.
 * - `too-large`: an answer of more bytes than the caller takes.
 * - `malformed`: an answer that is not what was to be answered: no HTTP, no JSON, another kind or version.
 */
export type CallErrorCode =
  | 'unreachable'
  | 'reset'
  | 'timeout'
  | 'status'
  | 'redirect'
  | 'too-large'
  | 'malformed';

export interface CallErrorDetails {
  /** Status of an answer of code `status`. */
  status?: number;
  /** The answer asked to be called again later. */
  retryLater?: boolean;
  /** The beginning of the body of an unsuccessful answer. */
  text?: string;
  /** The media type of that body, as it was given. */
  contentType?: string;
  cause?: unknown;
}

/** The message says what was called and what went wrong, and has no credentials in it. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: CallErrorCode;
  readonly status: number | undefined;
  readonly retryLater: boolean;
  readonly text: string | undefined;
  readonly contentType: string | undefined;

  constructor(
    code: CallErrorCode,
    message: string,
    { status, retryLater = false, text, contentType, cause }: CallErrorDetails = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.retryLater = retryLater;
    this.text = text;
    this.contentType = contentType;
  }
}

/**
 * For what a connection threw; `what` is what was called: `Post "https://a.example/b"`. Throws what no connection
 * throws: those errors have codes.
 */
export function connectionError(what: string, host: string, error: NodeJS.ErrnoException): CallError {
  const { code = '' } = error;
  if (code === '') throw error;
  const failed = (kind: CallErrorCode, reason: string): CallError =>
    new CallError(kind, `${what}: ${reason}`, { cause: error });
  if (timeouts.has(code)) return failed('timeout', 'context deadline exceeded');
  if (code === 'ECONNREFUSED') {
    return failed('unreachable', `dial tcp ${host}: connect: connection refused`);
  }
  if (resets.has(code) || code.startsWith('ERR_HTTP2_')) return failed('reset', error.message || code);
  if (code.startsWith('HPE_')) return failed('malformed', `malformed HTTP response: ${error.message}`);
  return failed('unreachable', error.message || code);
}

const timeouts = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);
const resets = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);
