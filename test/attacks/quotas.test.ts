import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestServer } from '../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from './support/beside.ts';

const quotas = '/api/v1/namespaces/default/resourcequotas';
const pods = '/api/v1/namespaces/default/pods';
const hard = (length: number, name: (index: number) => string, amount: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length }, (_, index) => [name(index), amount]));

let server: TestServer;
beforeAll(async () => {
  server = await attackServer();
});
afterAll(() => server?.remove());

it('a quota whose status could not be kept is refused', async () => {
  const spec = { hard: hard(900, (index) => `count/a${index}.b`, '9'.repeat(999)) };
  const { status, body } = await server.client.post(quotas, { metadata: { name: 'digits' }, spec });
  expect(status).toBe(422);
  expect(body.message).toContain('spec.hard: Too long: must have at most 65536 bytes');
});

it('a quota of as many entries as it may have, changed again and again where there are pods', async () => {
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  const made = Array.from({ length: 400 }, (_, index) => index);
  const workers = Array.from({ length: 16 }, async () => {
    for (let index = made.pop(); index !== undefined; index = made.pop()) {
      const { status } = await server.client.post(pods, { metadata: { name: `p${index}` }, spec });
      expect(status).toBe(201);
    }
  });
  await Promise.all(workers);
  const jane = server.connect({ token: 'user-token' });
  const of = (round: number) => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'wide' },
    spec: { hard: hard(2_000, (index) => `requests.example.com/${index}-${round}`, '1') },
  });
  const harm = await beside(server, attackSeconds(), async (signal) => {
    expect((await jane.post(quotas, of(0))).status).toBe(201);
    for (let round = 1; !signal.aborted; round++) {
      expect((await jane.put(`${quotas}/wide`, of(round))).status).toBe(200);
    }
  });
  jane.close();
  expectHarmless(harm);
});
