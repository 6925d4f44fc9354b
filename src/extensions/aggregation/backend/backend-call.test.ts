import { expect, it } from 'vitest';
import type { Backend } from './backend.ts';
import { callBackend } from './backend-call.ts';

const call = {
  address: { host: '127.0.0.1', port: 443 },
  ...{ path: '/', headers: [], timeout: 1_000, maxBytes: 100 },
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
