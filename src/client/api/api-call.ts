import type { WireAnswer } from './wire.ts';

export interface ApiCall {
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
  path: string;
  /** Members that are undefined are left out. */
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Written as JSON. */
  body?: unknown;
  /** Type of the body; application/json by default. */
  contentType?: string;
  accept?: string;
  /** Milliseconds. */
  timeout?: number;
  signal?: AbortSignal | undefined;
  /** Bytes of the answer's body. */
  maxBytes?: number;
  /** Makes the value of the answer's text, in place of parsing it as JSON in one go. */
  parse?: (text: string) => Promise<unknown>;
}

/** Asks one API server as one user. */
export interface ApiCaller {
  /**
   * The JSON of the answer. Rejects with a StatusError for an answer that is no success, and with a CallError when
   * there is none. Calls that the server answers with Retry-After are sent again.
   */
  json<T>(call: ApiCall): Promise<T>;
  /** The answer as it comes: for those who read the body themselves. */
  open(call: ApiCall, signal: AbortSignal): Promise<WireAnswer>;
}

/** The same, until the signal: then calls that are under way are broken off, and no more are made. */
export function callsUntil(caller: ApiCaller, closing: AbortSignal): ApiCaller {
  const both = (signal: AbortSignal | undefined): AbortSignal =>
    signal === undefined ? closing : AbortSignal.any([signal, closing]);
  return {
    json: (call) => caller.json({ ...call, signal: both(call.signal) }),
    open: (call, signal) => caller.open(call, both(signal)),
  };
}
