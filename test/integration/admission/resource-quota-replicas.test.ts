import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done, podWith } from '../../support/admission.ts';
import type { Answer } from '../../support/api-client.ts';
import { type Etcd, startEtcd } from '../../support/etcd.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

/** How often a server is killed in the middle. */
const rounds = Number(process.env['QUOTA_ROUNDS'] ?? 5);

let etcd: Etcd;
let flags: string[];
let servers: TestServer[];

beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  flags = [`--etcd-servers=${etcd.endpoints.join(',')}`, '--authorization-mode=AlwaysAllow'];
  servers = [await TestServer.start({ flags }), await TestServer.start({ flags })];
});

afterAll(async () => {
  for (const server of servers ?? []) await server.remove();
  await etcd?.stop();
});

const pods = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;
const quota = (namespace: string): string => `/api/v1/namespaces/${namespace}/resourcequotas/q`;

const present = async (namespace: string): Promise<number> =>
  (await servers[1]!.client.get(pods(namespace))).body.items.length;
const used = async (namespace: string): Promise<number> =>
  Number((await servers[1]!.client.get(quota(namespace))).body.status.used.pods);

/** A namespace for so many pods, which both servers know of. */
async function namespaceFor(name: string, most: number): Promise<void> {
  const { client } = servers[1]!;
  await done(client.post('/api/v1/namespaces', { metadata: { name } }));
  const spec = { hard: { pods: String(most) } };
  await done(client.post(`/api/v1/namespaces/${name}/resourcequotas`, { metadata: { name: 'q' }, spec }));
  for (const server of servers)
    await until(async () => (await server.client.get(quota(name))).body.status?.used?.pods === '0', 10);
}

/** From both servers in turn. Of those whom nobody answered any more, undefined. */
const createAll = (namespace: string, count: number): Promise<(Answer | undefined)[]> =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      servers[n % 2]!.client.post(pods(namespace), podWith(`p${n}`)).catch(() => undefined),
    ),
  );
const statuses = (answers: readonly (Answer | undefined)[], status: number): number =>
  answers.filter((answer) => answer?.status === status).length;

describe('two servers over one etcd', () => {
  it('let 100 of 200 pods pass that come at once', async () => {
    await namespaceFor('crowd', 100);
    const answers = await createAll('crowd', 200);
    expect(statuses(answers, 201)).toBe(100);
    expect(statuses(answers, 403)).toBe(100);
    expect(await present('crowd')).toBe(100);
    expect(await used('crowd')).toBe(100);
  });

  it('let no more pass while pods come and go', async () => {
    await namespaceFor('churn', 5);
    const max: number[] = [];
    const comeAndGo = async (n: number): Promise<void> => {
      const { client } = servers[n % 2]!;
      for (let round = 0; round < 10; round++) {
        const { status } = await client.post(pods('churn'), podWith(`p${n}-${round}`));
        max.push(await present('churn'));
        if (status === 201) await done(client.delete(`${pods('churn')}/p${n}-${round}?gracePeriodSeconds=0`));
        await sleep(50);
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, n) => comeAndGo(n)));
    expect(Math.max(...max)).toBeLessThanOrEqual(5);
    expect(Math.max(...max)).toBeGreaterThan(1);
    await until(async () => (await used('churn')) === 0, 30);
  });

  it(`charge what exists and nothing else, when one is killed in the middle, ${rounds} times`, async () => {
    let unanswered = 0;
    const names = Array.from({ length: rounds }, (_, round) => `killed-${round}`);
    for (const [round, name] of names.entries()) {
      await namespaceFor(name, 20);
      const answers = createAll(name, 40);
      await sleep(5 + ((round * 13) % 60));
      await servers[0]!.kill();
      unanswered += (await answers).filter((answer) => answer === undefined).length;
      const acknowledged = statuses(await answers, 201);
      servers[0] = await TestServer.start({ flags, directory: servers[0]!.directory });
      const there = await present(name);
      expect(there).toBeGreaterThanOrEqual(acknowledged);
      expect(there).toBeLessThanOrEqual(20);
      expect(await used(name)).toBeGreaterThanOrEqual(there);
    }
    // Some were in the middle.
    expect(unanswered).toBeGreaterThan(0);
    for (const name of names) {
      await until(async () => (await used(name)) === (await present(name)), 40);
      const room = 20 - (await present(name));
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => servers[n % 2]!.client.post(pods(name), podWith(`more${n}`))),
      );
      expect(statuses(answers, 201)).toBe(room);
      expect(await present(name)).toBe(20);
      expect(await used(name)).toBe(20);
    }
  }, 600_000);
});
