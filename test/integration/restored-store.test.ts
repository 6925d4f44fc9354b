import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { definition, definitionsPath } from '../support/custom-resources.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

/** Custom resources in the store that is restored. */
const instances = '/apis/g.example/v1/namespaces/default/tabs';
const tab = (name: string) => ({ apiVersion: 'g.example/v1', kind: 'Tab', metadata: { name } });

let etcd: Etcd;
let servers: TestServer[];

beforeEach(async () => {
  etcd = await startEtcd({ members: 1 });
  // Its comparison of the caches with the store would notice it as well, and later.
  const flags = [`--etcd-servers=${etcd.endpoints[0]}`, '--watch-cache-check-interval=1h'];
  servers = await Promise.all([TestServer.start({ flags }), TestServer.start({ flags })]);
});
afterEach(async () => {
  for (const server of servers) await server.remove();
  await etcd.stop();
});

async function withKv<T>(use: (kv: Kv) => Promise<T>): Promise<T> {
  const kv = await openEtcd({ endpoints: etcd.endpoints });
  try {
    return await use(kv);
  } finally {
    await kv.close();
  }
}

/** Another program writes until the store is past this revision. */
const writePast = (revision: number): Promise<void> =>
  withKv(async (kv) => {
    for (let at = 0; at <= revision; ) {
      const { item } = await kv.get('/other');
      const written = await (item === undefined
        ? kv.create('/other', Buffer.from('x'))
        : kv.update('/other', Buffer.from('x'), item.modRevision));
      at = written.revision;
    }
  });

const currentRevision = (): Promise<number> => withKv((kv) => kv.currentRevision());

/** Stops etcd, copies its data, and starts it again. */
async function keepCopy(): Promise<string> {
  await etcd.kill(0);
  const copy = etcd.copyData(0);
  await etcd.restart(0);
  return copy;
}

/** An older copy of the data: the cluster keeps its id. */
async function olderCopy(copy: string): Promise<void> {
  await etcd.kill(0);
  await etcd.restartWith(0, copy);
}

/** An older copy that others have written to, so that the store has all revisions that were there before, and more. */
async function olderCopyGoneOn(copy: string): Promise<void> {
  const revision = await currentRevision();
  await olderCopy(copy);
  await writePast(revision);
}

/** The objects of an older copy in a cluster of another id, at a later revision. */
async function anotherCluster(copy: string): Promise<void> {
  const revision = await currentRevision();
  await olderCopy(copy);
  const { items } = await withKv((kv) => kv.range('/registry/'));
  await etcd.kill(0);
  await etcd.restartWith(0, 'none');
  await withKv(async (kv) => {
    for (const { key, value } of items) await kv.create(key, value);
  });
  await writePast(revision);
}

/** The answer that a client gets which tries again as it is told to. */
async function patiently<T extends { status: number; headers: object }>(ask: () => Promise<T>): Promise<T> {
  let answer: T | undefined;
  await expect.poll(async () => 'retry-after' in (answer = await ask()).headers).toBe(false);
  return answer!;
}

const namesIn = async (server: TestServer, path: string): Promise<string[]> => {
  const { body } = await patiently(() => server.client.get(path));
  return body.items
    .map(({ metadata }: any) => metadata.name)
    .filter((name: string) => !name.startsWith('kube-'));
};

describe('an etcd that is restored while servers run', () => {
  test.each([
    ['from an older copy of its data', olderCopy],
    ['from an older copy that has been written to since', olderCopyGoneOn],
    ['as a cluster of another id', anotherCluster],
  ])('%s: nothing of the former state is answered, and what is written is read', async (_, restore) => {
    const [server, replica] = servers as [TestServer, TestServer];
    const { client } = server;
    await client.post(definitionsPath, definition());
    await expect.poll(async () => (await client.post(instances, tab('kept'))).status).toBe(201);
    await client.post(configMaps, configMap('kept', { state: 'before' }));
    const copy = await keepCopy();
    for (const { client } of servers) {
      expect((await patiently(() => client.get(`${instances}/kept`))).status).toBe(200);
    }
    await patiently(() => client.post(instances, tab('lost')));
    await patiently(() => client.post(configMaps, configMap('lost')));
    expect((await client.merge(`${configMaps}/kept`, { data: { state: 'after' } })).status).toBe(200);
    for (const server of servers) {
      expect(await namesIn(server, configMaps)).toEqual(['kept', 'lost']);
      expect(await namesIn(server, instances)).toEqual(['kept', 'lost']);
    }
    const watches = await Promise.all(
      servers.flatMap(({ client }) =>
        [configMaps, instances].map((path) => client.watch(`${path}?watch=1&resourceVersion=0`)),
      ),
    );
    for (const watch of watches) await watch.until(1);

    // So that the servers see nothing of what others write meanwhile.
    if (restore !== olderCopy) for (const { process } of servers) process.kill('SIGSTOP');
    await restore(copy);
    for (const { process } of servers) process.kill('SIGCONT');

    const written = await patiently(() => client.post(configMaps, configMap('written')));
    expect(written.status).toBe(201);
    const read = await patiently(() => client.get(`${configMaps}/written`));
    expect([read.status, read.text]).toEqual([200, written.text]);
    for (const server of servers) {
      expect(await namesIn(server, configMaps)).toEqual(['kept', 'written']);
      expect(await namesIn(server, instances)).toEqual(['kept']);
      expect((await server.client.get(`${instances}/lost`)).status).toBe(404);
      const { body } = await server.client.get(`${configMaps}/kept`);
      expect(body.data).toEqual({ state: 'before' });
      expect((await server.client.get('/readyz')).text).toBe('ok');
      const metrics = await server.client.get('/metrics');
      expect(metrics.text).toMatch(/^apiserver_storage_replacements\b.* 1$/m);
      expect(server.output).toContain('etcd holds another history than before');
    }
    for (const watch of watches) {
      const { type, object } = (await watch.untilEnd()).at(-1)!;
      expect([type, object.code, object.reason]).toEqual(['ERROR', 410, 'Expired']);
    }
    // Both follow the store as it is now.
    const following = await replica.client.watch(
      `${configMaps}?watch=1&resourceVersion=${read.body.metadata.resourceVersion}`,
    );
    await client.post(configMaps, configMap('later'));
    expect((await following.until(1))[0]).toMatchObject({
      type: 'ADDED',
      object: { metadata: { name: 'later' } },
    });
    following.close();
  });
});
