import type { HttpError } from './http-error.ts';

/** Characters of a method. Over HTTP/1.1 Node accepts only the methods it knows; over HTTP/2 any token. */
const maxMethod = 32;

/** Limits of one connection. Times are in milliseconds. */
export interface ListenerLimits {
  /** Header fields of one request. More are answered with 431; Node would drop the rest silently. */
  readonly headerCount: number;
  /** Bytes of the request line and the header fields of one request. */
  readonly headerBytes: number;
  /** From the connection, or the first byte of a request, to the end of its header. */
  readonly headersTimeout: number;
  /** Without a byte in either direction: between requests, within a request body, with an unread response. */
  readonly idleTimeout: number;
  /** For the TLS handshake. */
  readonly handshakeTimeout: number;
  /** Open requests of one HTTP/2 connection; requests of one HTTP/1.1 connection that wait or run. */
  readonly concurrentStreams: number;
}

export const defaultLimits: ListenerLimits = {
  headerCount: 1_000,
  headerBytes: 128 * 1024,
  headersTimeout: 32_000,
  idleTimeout: 90_000,
  handshakeTimeout: 10_000,
  concurrentStreams: 100,
};

const tooLarge: HttpError = { code: 431, reason: 'Request Header Fields Too Large' };
const duplicated = (name: string): HttpError => ({
  code: 400,
  reason: `Bad Request: duplicate header ${name}`,
});

/** Bounds the method: the verb is made of it, and is written to messages, logs and audit events. */
export function checkMethod(method: string): HttpError | undefined {
  if (method.length <= maxMethod) return undefined;
  return { code: 400, reason: 'Bad Request: the method is too long' };
}

/**
 * Checks the raw header (names at even indexes, values at odd ones). A field that identifies the user must come once: a
 * proxy in front of the server might have read the other one.
 */
export function checkHeader(rawHeaders: readonly string[], limits: ListenerLimits): HttpError | undefined {
  if (rawHeaders.length > limits.headerCount * 2) return tooLarge;
  let bytes = 0;
  let authorizations = 0;
  let impersonations = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    bytes += name.length + rawHeaders[i + 1]!.length;
    // Comparing lengths first avoids a new string for nearly every field.
    if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++;
    else if (name.length === 16 && name.toLowerCase() === 'impersonate-user') impersonations++;
  }
  if (bytes > limits.headerBytes) return tooLarge;
  if (authorizations > 1) return duplicated('Authorization');
  if (impersonations > 1) return duplicated('Impersonate-User');
  return undefined;
}
