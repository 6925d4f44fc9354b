import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Etcd, startEtcd } from '../../support/etcd.ts';
import { Load } from '../../support/load.ts';
import { configMap, configMaps } from '../../support/objects.ts';
import { TestServer } from '../../support/server.ts';

let etcd: Etcd;
let servers: [TestServer, TestServer];

beforeAll(async () => {
  etcd = await startEtcd({ members: 3 });
  const flags = [`--etcd-servers=${etcd.endpoints.join(',')}`];
  servers = [await TestServer.start({ flags }), await TestServer.start({ flags })];
});

afterAll(async () => {
  for (const server of servers ?? []) await server.remove();
  await etcd?.stop();
});

describe('two servers over three members of etcd', () => {
  it('what is written through one is read at once through the other, without a version', async () => {
    for (let n = 0; n < 50; n++) {
      const [one, other] = n % 2 === 0 ? servers : [servers[1], servers[0]];
      const made = await one.client.post(configMaps, configMap(`r${n}`));
      const read = await other.client.get(`${configMaps}/r${n}`);
      expect(read.body).toEqual(made.body);
      const list = await other.client.get(`${configMaps}?fieldSelector=metadata.name%3Dr${n}`);
      expect(list.body.items).toHaveLength(1);
    }
  });

  it('one of many writers of an object succeeds at a time, whichever server they use', async () => {
    await servers[0].client.post(configMaps, configMap('shared', { n: '0' }));
    const writer = async (server: TestServer): Promise<void> => {
      for (let done = 0; done < 10; ) {
        const { body } = await server.client.get(`${configMaps}/shared`);
        const next = { ...body, data: { n: String(Number(body.data.n) + 1) } };
        if ((await server.client.put(`${configMaps}/shared`, next)).status === 200) done++;
      }
    };
    await Promise.all([writer(servers[0]), writer(servers[1]), writer(servers[0]), writer(servers[1])]);
    expect((await servers[1].client.get(`${configMaps}/shared`)).body.data.n).toBe('40');
  });

  it('a write that takes back one just made through the other server is not taken for no change', async () => {
    for (let n = 0; n < 150; n++) {
      await servers[0].client.put(`${configMaps}/shared`, configMap('shared', { n: 'there' }));
      const back = await servers[1].client.put(`${configMaps}/shared`, configMap('shared', { n: 'back' }));
      expect(back.status).toBe(200);
      expect((await servers[0].client.get(`${configMaps}/shared`)).body.data.n).toBe('back');
    }
  });

  it('a member is killed under load: writes go on within 3 s, none acknowledged is lost, no event is lost or repeated', async () => {
    const watches = await Promise.all(
      servers.map((server) =>
        server.client.watch(`${configMaps}?watch=1&labelSelector=load&resourceVersion=0`),
      ),
    );
    const writeTo = (server: TestServer) => async (name: string) => {
      const made = await server.client.post(configMaps, configMap(name, {}, { labels: { load: '1' } }));
      if (made.status !== 201) throw new Error(`${made.status}: ${made.text}`);
      return made.body.metadata.resourceVersion as string;
    };
    // At their own pace: a write that the dead member held keeps nobody else's from being made.
    const loads = servers.map((server, n) => new Load(writeTo(server), `load${n}-`, 10));
    const interruptions: number[] = [];
    for (const member of [0, 1]) {
      await wait(1_000);
      await etcd.kill(member);
      const killed = performance.now();
      interruptions.push(...(await Promise.all(loads.map((load) => load.firstAfter(killed, 20_000)))));
      await wait(4_000);
      await etcd.restart(member);
      await wait(1_000);
    }
    await Promise.all(loads.map((load) => load.stop()));
    const acknowledged = loads.flatMap((load) => load.acknowledged);
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(Math.max(...interruptions)).toBeLessThan(3_000);
    // What the dead member had in its hands ends when the others give it up, as unknown; nothing else fails.
    expect(Math.max(...acknowledged.map(({ begun, ended }) => ended - begun))).toBeLessThan(10_000);
    const failures = loads.flatMap((load) => load.failures.map(({ message }) => message));
    expect(failures.filter((text) => !text.startsWith('504: '))).toEqual([]);

    // The store's history: what is there, by the revision that made it.
    const { body } = await servers[0].client.get(`${configMaps}?labelSelector=load`);
    const stored = new Map<string, string>(
      body.items.map(({ metadata }: any) => [metadata.name, metadata.resourceVersion]),
    );
    for (const { key, revision } of acknowledged) expect(stored.get(key)).toBe(revision);
    const history = [...stored.entries()]
      .sort(([, a], [, b]) => Number(a) - Number(b))
      .map(([name]) => `ADDED ${name}`);
    for (const watch of watches) {
      await watch.until(history.length);
      expect(watch.events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual(history);
      watch.close();
    }
  }, 60_000);

  it('a majority is gone: writes are refused or unknown, health says so, and all is well when it is back', async () => {
    await etcd.kill(0);
    await etcd.kill(1);
    const answer = await servers[0].client.post(configMaps, configMap('lost'));
    expect([500, 504]).toContain(answer.status);
    expect(answer.body.kind).toBe('Status');
    if (answer.status === 504) expect(answer.headers['retry-after']).toBeUndefined();
    expect((await servers[0].client.get('/livez/ping')).text).toBe('ok');
    // Any state will do for version 0.
    expect((await servers[0].client.get(`${configMaps}?resourceVersion=0&limit=1`)).status).toBe(200);
    await etcd.restart(0);
    await etcd.restart(1);
    await expect
      .poll(async () => (await servers[0].client.post(configMaps, configMap('back'))).status, {
        timeout: 20_000,
        interval: 500,
      })
      .toBeOneOf([201, 409]);
  }, 60_000);
});
