import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { answerTo } from './upgrade-answer.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a backend that does not say whether it upgrades is waited for 60 s', async () => {
  const backend = createServer(() => {}).listen(0, '127.0.0.1');
  await once(backend, 'listening');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const headers = { connection: 'Upgrade', upgrade: 'SPDY/3.1' };
  const outgoing = request({ host: '127.0.0.1', port: (backend.address() as AddressInfo).port, headers });
  const asked = once(backend, 'request');
  const answer = answerTo(outgoing).catch((error: Error) => error.message);
  await asked;
  vi.advanceTimersByTime(59_999);
  expect(outgoing.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await answer).toBe('timeout awaiting response headers');
  expect(outgoing.destroyed).toBe(true);
  backend.close();
});
