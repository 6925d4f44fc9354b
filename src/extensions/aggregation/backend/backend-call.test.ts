import { expect, it } from 'vitest';
import { TestHttpsServer } from '../../../../test/support/unit/https-server.ts';
import { Backend } from './backend.ts';
import { callBackend } from './backend-call.ts';

const call = {
  address: { host: '127.0.0.1', port: 443 },
  path: '/',
  headers: [],
  timeout: 1_000,
  maxBytes: 100,
};

/** A backend whose connections end so many times before there is an answer, with errors of this code. */
function backendThatFails(failures: number, code: string): { calls: () => number; backend: Backend } {
  let calls = 0;
  const dispatch: Backend['dispatch'] = async (_, handler) => {
    if (calls++ < failures) {
      handler.onResponseError?.({} as never, Object.assign(new Error('other side closed'), { code }));
      return;
    }
    handler.onResponseStart?.({} as never, 200, {});
    handler.onResponseData?.({} as never, Buffer.from('yes'));
    handler.onResponseEnd?.({} as never, {});
  };
  return { calls: () => calls, backend: { dispatch } as Backend };
}

it('a call on a kept connection that its server closes just now is made once more', async () => {
  const { backend, calls } = backendThatFails(1, 'UND_ERR_SOCKET');
  expect(await callBackend(backend, call)).toMatchObject({ code: 200, body: Buffer.from('yes') });
  expect(calls()).toBe(2);
});

it.each([
  ['is not made a third time', 2, 'UND_ERR_SOCKET', 2, 'EOF'],
  ['is not made again when its answer is no HTTP', 1, 'HPE_INVALID_CONSTANT', 1, 'malformed HTTP response'],
])('it %s', async (_, failures, code, made, message) => {
  const { backend, calls } = backendThatFails(failures, code);
  await expect(callBackend(backend, call)).rejects.toThrow(message);
  expect(calls()).toBe(made);
});

it.each([
  ['head', 60_000, 10, undefined],
  ['head', 70_000, 10, 'Headers Overflow Error'],
  ['body', 10, 8_000_000, undefined],
  ['body', 10, 9_000_000, 'the answer has more than 8388608 bytes'],
])('an answer with a %s: %d bytes before the body and %d in it', async (_, head, length, message) => {
  const server = await TestHttpsServer.start(() => ({
    headers: { large: 'x'.repeat(head) },
    body: 'x'.repeat(length),
  }));
  const backend = new Backend({ authority: server.authority.certificate });
  const address = { host: '127.0.0.1', port: server.port };
  const answer = callBackend(backend, { ...call, address, timeout: 20_000, maxBytes: 8 * 1_048_576 });
  const told = await answer.then(({ body }) => body.length).catch((error: Error) => error.message);
  backend[Symbol.dispose]();
  await server.close();
  expect(told).toEqual(message ?? length);
});
