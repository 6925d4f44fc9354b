import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../../support/admission.ts';
import { type Etcd, startEtcd } from '../../support/etcd.ts';
import { TestServer } from '../../support/server.ts';

/** How often a server is killed in the middle. */
const rounds = Number(process.env['LIFE_ROUNDS'] ?? 5);

let etcd: Etcd;
let flags: string[];
let servers: TestServer[];

beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  flags = [`--etcd-servers=${etcd.endpoints.join(',')}`];
  servers = [await TestServer.start({ flags }), await TestServer.start({ flags })];
});

afterAll(async () => {
  for (const server of servers ?? []) await server.remove();
  await etcd?.stop();
});

const namespaces = '/api/v1/namespaces';
const maps = (namespace: string): string => `${namespaces}/${namespace}/configmaps`;

/** The names that were acknowledged, of those that both servers were asked for in turn. */
async function createMany(namespace: string, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, async (_, n) => {
    await sleep(n);
    const object = { metadata: { name: `c${n}` } };
    const answer = await servers[n % 2]!.client.post(maps(namespace), object).catch(() => undefined);
    return answer?.status === 201 ? [`c${n}`] : [];
  });
  return (await Promise.all(made)).flat();
}

/** What one server says to a new object in the namespace. */
async function refusal(server: TestServer, namespace: string): Promise<unknown[]> {
  const { status, body } = await server.client.post(maps(namespace), { metadata: { name: 'late' } });
  return [status, body.reason, body.details.causes?.[0]?.reason];
}

it(`a namespace ends at both of two servers, when one is killed in the middle, ${rounds} times`, async () => {
  for (let round = 0; round < rounds; round++) {
    const name = `life-${round}`;
    const { client } = servers[1]!;
    await done(client.post(namespaces, { metadata: { name } }));
    const creating = createMany(name, 60);
    await sleep(10 + ((round * 7) % 40));
    const [deleted] = await Promise.all([client.delete(`${namespaces}/${name}`), servers[0]!.kill()]);
    expect(deleted.body.status.phase).toBe('Terminating');

    // From the answer on nothing new comes into it, also at a server that has just been started.
    const terminating = [403, 'Forbidden', 'NamespaceTerminating'];
    expect(await refusal(servers[1]!, name)).toEqual(terminating);
    const acknowledged = await creating;
    servers[0] = await TestServer.start({ flags, directory: servers[0]!.directory });
    expect(await refusal(servers[0]!, name)).toEqual(terminating);

    // What was acknowledged is there.
    const there = (await servers[0]!.client.get(maps(name))).body.items.map(
      (item: any) => item.metadata.name,
    );
    expect(there).toEqual(expect.arrayContaining(acknowledged));
    expect(there).not.toContain('late');

    // Once it is empty and let go it is gone at both, and a new one of its name begins empty.
    await done(client.delete(maps(name)));
    const { body: last } = await servers[0]!.client.get(`${namespaces}/${name}`);
    await done(servers[0]!.client.put(`${namespaces}/${name}/finalize`, { ...last, spec: {} }));
    for (const server of servers) expect(await refusal(server, name)).toEqual([404, 'NotFound', undefined]);
    await done(servers[0]!.client.post(namespaces, { metadata: { name } }));
    expect((await client.get(maps(name))).body.items).toEqual([]);
    await done(client.post(maps(name), { metadata: { name: 'new' } }));
  }
}, 600_000);
