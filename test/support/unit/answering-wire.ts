import { Readable } from 'node:stream';
import { ApiClient } from '../../../src/client/api/api-client.ts';
import type { WireCall } from '../../../src/client/api/wire.ts';
import { systemRandom } from '../../../src/util/random.ts';

export interface WireAnswer {
  status?: number;
  body?: object;
}

/** A client of a server that answers so, and what it was asked. */
export function answeringClient(answer: (call: WireCall) => WireAnswer): {
  client: ApiClient;
  calls: WireCall[];
} {
  const calls: WireCall[] = [];
  const wire = {
    async send(call: WireCall) {
      calls.push(call);
      const { status = 200, body = {} } = answer(call);
      return { status, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(body))]) };
    },
    [Symbol.dispose]() {},
  };
  const pause = async (): Promise<void> => {};
  return { client: new ApiClient({ wire, userAgent: 'test', random: systemRandom, pause }), calls };
}

/** `DELETE /api/v1/namespaces/a/pods/p` */
export const shownCalls = (calls: readonly WireCall[]): string[] =>
  calls.map(({ method, path }) => `${method} ${path}`);
