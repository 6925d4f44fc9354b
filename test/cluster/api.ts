import { request } from 'node:http';
import { until } from '../support/until.ts';

export interface ApiAnswer {
  status: number;
  text: string;
  /** Parsed, when it is JSON. */
  body: any;
}

/** The API as an admin sees it, through the socket of a `kubectl proxy` that runs beside the server. */
export class Api {
  readonly #socket: string;

  constructor(socket: string) {
    this.#socket = socket;
  }

  send(method: string, path: string, body?: object, type = 'application/json'): Promise<ApiAnswer> {
    return new Promise((resolve, reject) => {
      const bytes = body === undefined ? undefined : JSON.stringify(body);
      const asked = request({
        socketPath: this.#socket,
        method,
        path,
        headers: {
          host: 'localhost',
          // Node gives the body of a DELETE no length by itself.
          ...(bytes !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(bytes) }),
        },
        agent: false,
        timeout: 30_000,
      });
      asked.once('timeout', () => asked.destroy(new Error(`no answer to ${method} ${path}`)));
      asked.once('error', reject);
      asked.once('response', async (answer) => {
        let text = '';
        try {
          for await (const chunk of answer.setEncoding('utf8')) text += chunk;
        } catch (error) {
          reject(error);
          return;
        }
        resolve({ status: answer.statusCode!, text, body: parsed(text) });
      });
      asked.end(bytes);
    });
  }

  /** The object; rejects when the answer is another one. */
  async get(path: string): Promise<any> {
    return expectDone(`GET ${path}`, await this.send('GET', path));
  }

  /** The text of an answer that is no object. */
  async text(path: string): Promise<string> {
    const { status, text } = await this.send('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text.slice(0, 300)}`);
    return text;
  }

  /** Undefined where there is none. */
  async find(path: string): Promise<any> {
    const answer = await this.send('GET', path);
    return answer.status === 404 ? undefined : expectDone(`GET ${path}`, answer);
  }

  async create(path: string, object: object): Promise<any> {
    return expectDone(`POST ${path}`, await this.send('POST', path, object));
  }

  async merge(path: string, change: object): Promise<any> {
    return expectDone(
      `PATCH ${path}`,
      await this.send('PATCH', path, change, 'application/merge-patch+json'),
    );
  }

  async strategicMerge(path: string, change: object): Promise<any> {
    const type = 'application/strategic-merge-patch+json';
    return expectDone(`PATCH ${path}`, await this.send('PATCH', path, change, type));
  }

  async delete(path: string, options: object = {}): Promise<any> {
    return expectDone(`DELETE ${path}`, await this.send('DELETE', path, options));
  }
}

function expectDone(what: string, { status, body, text }: ApiAnswer): any {
  if (status >= 300) throw new Error(`${what}: ${status} ${body?.message ?? text.slice(0, 300)}`);
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Waits for what becomes so, and says what there was instead. `look` returns true, or what there is. */
export async function become(what: string, look: () => Promise<unknown>, seconds = 60): Promise<void> {
  let last: unknown;
  const isSo = async (): Promise<boolean> => {
    last = await look().catch((error: Error) => error.message);
    if (last !== true) await new Promise((resolve) => setTimeout(resolve, 200));
    return last === true;
  };
  await until(isSo, seconds).catch(() => {
    const text = typeof last === 'string' ? last : JSON.stringify(last);
    throw new Error(`${what}: not within ${seconds} s; there was ${text?.slice(0, 600)}`);
  });
}

/** Throws what was not so. */
export function expectThat(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}

export function expectSame(found: unknown, expected: unknown, what: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one?.slice(0, 600)}, expected ${other}`);
}
