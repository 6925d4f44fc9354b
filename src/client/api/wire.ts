import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** A request of the API as it goes out. */
export interface WireCall {
  method: string;
  /** With its query. */
  path: string;
  headers: Readonly<Record<string, string | string[]>>;
  body?: string | undefined;
  /** Breaks off the request, and the answer while it is read. */
  signal: AbortSignal;
  /**
   * Called at the last moment before the request goes out, when the wire has waited for all that it had to wait for: a
   * connection, a token. When it throws, the call rejects, and nothing is sent.
   */
  mayGo?: (() => void) | undefined;
}

export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Must be read to its end or destroyed. */
  body: Readable;
}

/** Carries requests to one API server: over the network, or within this process. */
export interface Wire extends Disposable {
  /** Rejects with CallError when there is no answer, and with the signal's reason when that broke it off. */
  send(call: WireCall): Promise<WireAnswer>;
}
