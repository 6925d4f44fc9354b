import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Agent, request } from 'node:https';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
  /** Parsed, when it is JSON. */
  body: any;
}

export interface RequestOptions {
  headers?: Record<string, string | string[]>;
  /** An object goes as JSON, a string as it is. */
  body?: unknown;
}

/** A plain client of the API for tests. */
export class ApiClient {
  readonly #port: number;
  readonly #agent: Agent;
  readonly #token: string | undefined;

  constructor(port: number, agent: Agent, token: string | undefined) {
    this.#port = port;
    this.#agent = agent;
    this.#token = token;
  }

  get = (path: string, options: RequestOptions = {}): Promise<Answer> => this.send('GET', path, options);
  post = (path: string, body: unknown, options: RequestOptions = {}): Promise<Answer> =>
    this.send('POST', path, { ...options, body });
  put = (path: string, body: unknown, options: RequestOptions = {}): Promise<Answer> =>
    this.send('PUT', path, { ...options, body });
  /** A JSON merge patch: it does not conflict with what a controller writes meanwhile. */
  merge = (path: string, body: unknown): Promise<Answer> =>
    this.send('PATCH', path, { headers: { 'content-type': 'application/merge-patch+json' }, body });
  delete = (path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer> =>
    this.send('DELETE', path, { ...options, body });

  async send(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const response = await this.open(method, path, options);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const text = bytes.toString();
    return { status: response.statusCode!, headers: response.headers, text, bytes, body: parsed(text) };
  }

  /** Resolves when the head of the answer is there. */
  open(method: string, path: string, { headers = {}, body }: RequestOptions = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const bytes =
        body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          method,
          path,
          agent: this.#agent,
          headers: {
            ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
            ...(bytes === undefined
              ? {}
              : { 'content-type': 'application/json', ...lengthOf(bytes, headers) }),
            ...headers,
          },
        },
        resolve,
      );
      outgoing.once('error', reject);
      outgoing.end(bytes);
    });
  }

  /** Opens a watch and collects its events. */
  async watch(path: string, options: RequestOptions = {}): Promise<OpenWatch> {
    const response = await this.open('GET', path, options);
    return new OpenWatch(response);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Who sends in chunks does not say beforehand how much. */
const lengthOf = (bytes: string | Buffer, headers: object): object =>
  'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(bytes) };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The events of a watch, as they come. */
export class OpenWatch {
  readonly status: number;
  readonly events: { type: string; object: any }[] = [];
  ended = false;
  /** The connection broke before the answer was complete. */
  brokenOff = false;
  readonly #response: IncomingMessage;
  #rest = '';
  #wake: (() => void)[] = [];

  constructor(response: IncomingMessage) {
    this.status = response.statusCode!;
    this.#response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#take(text));
    const done = (): void => {
      this.ended = true;
      for (const wake of this.#wake.splice(0)) wake();
    };
    response.on('end', done);
    response.on('error', () => {
      this.brokenOff = true;
      done();
    });
  }

  /** Resolves when so many events have come, or the watch has ended; rejects after five seconds. */
  async until(count: number): Promise<{ type: string; object: any }[]> {
    const deadline = Date.now() + 5_000;
    while (this.events.length < count && !this.ended) {
      if (Date.now() > deadline) throw new Error(`${this.events.length} events of ${count}`);
      await new Promise<void>((resolve) => {
        this.#wake.push(resolve);
        setTimeout(resolve, 100);
      });
    }
    return this.events;
  }

  async untilEnd(): Promise<{ type: string; object: any }[]> {
    return this.until(Number.POSITIVE_INFINITY);
  }

  close(): void {
    this.#response.destroy();
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) this.events.push(JSON.parse(line));
    for (const wake of this.#wake.splice(0)) wake();
  }
}
