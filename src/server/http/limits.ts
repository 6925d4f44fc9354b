import type { Refusal } from './refusal.ts';

/** Characters of a method. Those of HTTP/1.1 Node knows all; over HTTP/2 a method is whatever token a client makes up. */
const maxMethod = 32;

/** The limits of a connection. Times are in milliseconds. */
export interface ListenerLimits {
  /** Header fields of one request. More are answered with 431; Node alone would drop the rest silently. */
  readonly headerCount: number;
  /** Bytes of the request line and the header fields of one request. */
  readonly headerBytes: number;
  /** From the connection, or the first byte of a request, to the end of its header. */
  readonly headersTimeout: number;
  /** Without a byte in either direction: between requests, within a request body, with an answer unread. */
  readonly idleTimeout: number;
  /** For the TLS handshake. */
  readonly handshakeTimeout: number;
  /** Requests that one HTTP/2 connection may have open at a time. */
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

const tooLarge: Refusal = { code: 431, reason: 'Request Header Fields Too Large' };
const duplicated = (name: string): Refusal => ({
  code: 400,
  reason: `Bad Request: duplicate header ${name}`,
});

/** Verbs are made of methods, and stand in messages, logs and audit events. */
export function methodRefusal(method: string): Refusal | undefined {
  if (method.length <= maxMethod) return undefined;
  return { code: 400, reason: 'Bad Request: the method is too long' };
}

/**
 * Looks at the header as it came (names at even places, values at odd ones). Of a field that says who is
 * asking there may be only one: what stands before us might have read the other one.
 */
export function refusalOf(rawHeaders: readonly string[], limits: ListenerLimits): Refusal | undefined {
  if (rawHeaders.length > limits.headerCount * 2) return tooLarge;
  let bytes = 0;
  let authorizations = 0;
  let impersonations = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    bytes += name.length + rawHeaders[i + 1]!.length;
    // The lengths rule out nearly every field without a new string.
    if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++;
    else if (name.length === 16 && name.toLowerCase() === 'impersonate-user') impersonations++;
  }
  if (bytes > limits.headerBytes) return tooLarge;
  if (authorizations > 1) return duplicated('Authorization');
  if (impersonations > 1) return duplicated('Impersonate-User');
  return undefined;
}
