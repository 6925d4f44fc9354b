import { Readable } from 'node:stream';
import { ApiClient } from '../../../src/client/api/api-client.ts';
import type { WireCall } from '../../../src/client/api/wire.ts';
import { systemRandom } from '../../../src/util/random.ts';

/** A request that a controller sent. */
export interface SentCall {
  method: string;
  path: string;
  body: any;
}

/** Status and JSON of an answer. */
export interface FakeAnswer {
  status: number;
  body: object;
}

/** A client that is answered by the test, and what it has sent. */
export function answeringClient(answer: (call: SentCall) => FakeAnswer): {
  client: ApiClient;
  calls: SentCall[];
} {
  const calls: SentCall[] = [];
  const send = async ({ method, path, body }: WireCall) => {
    const call = { method, path, body: body === undefined ? undefined : JSON.parse(body) };
    calls.push(call);
    const { status, body: content } = answer(call);
    return { status, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(content))]) };
  };
  const client = new ApiClient({
    wire: { send, [Symbol.dispose]: () => {} },
    userAgent: 'test',
    random: systemRandom,
    pause: async () => {},
  });
  return { client, calls };
}

/** What a server says that refuses with this code. */
export const failure = (code: number, reason: string, message: string): FakeAnswer => ({
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message },
});
