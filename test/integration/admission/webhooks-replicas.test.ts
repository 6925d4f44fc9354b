import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverWith } from '../../support/admission.ts';
import { configure, TestWebhooks, unconfigureAll, webhook } from '../../support/admission-webhooks.ts';
import { type Etcd, startEtcd } from '../../support/etcd.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let etcd: Etcd;
let first: TestServer;
let second: TestServer;
let hooks: TestWebhooks;
beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  const flags = [`--etcd-servers=${etcd.endpoints[0]}`];
  first = await serverWith({ flags });
  second = await serverWith({ flags });
  hooks = await TestWebhooks.start();
});
afterAll(async () => {
  await second?.remove();
  await first?.remove();
  await hooks?.close();
  await etcd?.stop();
});

let made = 0;
const create = ({ client }: TestServer) =>
  client.post('/api/v1/namespaces/default/configmaps', { metadata: { name: `map-${++made}` } });

/** A create is answered so at last. */
const answers = (server: TestServer, status: number): Promise<void> =>
  until(async () => (await create(server)).status === status);

describe('a configuration of webhooks', () => {
  it('counts at every replica soon, and soon no more', async () => {
    hooks.at('/x', () => ({ allowed: false }));
    for (let round = 0; round < 5; round++) {
      await configure(first.client, 'validating', 'one', [
        webhook('a.example.com', hooks.clientConfig('/x')),
      ]);
      await answers(second, 400);
      expect((await create(first)).status).toBe(400);
      await unconfigureAll(second.client);
      await answers(first, 201);
      expect((await create(second)).status).toBe(201);
    }
  });

  it('is known from the first request on at a replica that starts later', async () => {
    await configure(first.client, 'validating', 'one', [webhook('a.example.com', hooks.clientConfig('/x'))]);
    const third = await serverWith({ flags: [`--etcd-servers=${etcd.endpoints[0]}`] });
    try {
      expect((await create(third)).status).toBe(400);
    } finally {
      await third.remove();
    }
  });
});
