import { PassThrough, Readable } from 'node:stream';
import { ApiClient } from '../../../src/client/api/api-client.ts';
import type { Wire, WireAnswer, WireCall } from '../../../src/client/api/wire.ts';
import type { Pause } from '../../../src/client/retry.ts';

/** A request as a server reads it. */
export interface FakeCall {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: WireCall['headers'];
  body: any;
  signal: AbortSignal;
}

/** An object: the body of a 200, or of the code that a Status has. Throws for a request without answer. */
export type FakeServer = (call: FakeCall) => object | Promise<object>;

/** A server in the test. */
export class FakeWire implements Wire {
  readonly calls: FakeCall[] = [];
  readonly #server: FakeServer;

  constructor(server: FakeServer) {
    this.#server = server;
  }

  async send({ method, path, headers, body, signal }: WireCall): Promise<WireAnswer> {
    const url = new URL(path, 'http://server');
    const call: FakeCall = {
      method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers,
      signal,
      body: body === undefined ? undefined : JSON.parse(body),
    };
    this.calls.push(call);
    signal.throwIfAborted();
    const answer = await this.#server(call);
    signal.throwIfAborted();
    if (answer instanceof FakeWatch) return { status: 200, headers: {}, body: answer.stream(signal) };
    const { kind, code } = answer as { kind?: string; code?: number };
    const status = kind === 'Status' ? (code ?? 200) : 200;
    return { status, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(answer))]) };
  }

  [Symbol.dispose](): void {}
}

/** The answer to a watch: what the test sends, until the test ends it. */
export class FakeWatch {
  readonly #body = new PassThrough();
  #breaking: Error | undefined;

  send(type: string, object: object): this {
    this.#body.write(`${JSON.stringify({ type, object })}\n`);
    return this;
  }

  raw(text: string): this {
    this.#body.write(text);
    return this;
  }

  end(): this {
    this.#body.end();
    return this;
  }

  /** Once what was sent has been read. */
  break(error: Error): this {
    this.#breaking = error;
    return this;
  }

  stream(signal: AbortSignal): Readable {
    signal.addEventListener('abort', () => this.#body.on('error', () => {}).destroy(signal.reason as Error));
    if (this.#breaking !== undefined) {
      setTimeout(() => this.#body.on('error', () => {}).destroy(this.#breaking), 10);
    }
    return this.#body;
  }
}

export const failureStatus = (code: number, reason: string, more: object = {}): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  code,
  reason,
  message: `${reason}!`,
  ...more,
});

/** Chance that always falls on 0. */
export const noChance = { uuid: () => '00000000-0000-4000-8000-000000000000', below: () => 0 };

/** A client of the server. Pauses that it makes take no time. */
export function clientOf(
  server: FakeServer,
  pause: Pause = async () => {},
): { client: ApiClient; wire: FakeWire } {
  const wire = new FakeWire(server);
  return { wire, client: new ApiClient({ wire, userAgent: 'test', random: noChance, pause }) };
}
