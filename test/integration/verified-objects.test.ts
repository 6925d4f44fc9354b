import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';

/** One more than a store has that is loaded without help. */
const count = 10_001;
const directory = mkdtempSync(join(tmpdir(), 'verified-objects-'));

let etcd: Etcd;
beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
});
afterAll(async () => {
  await etcd?.stop();
  rmSync(directory, { recursive: true, force: true });
});

const keyOf = (n: number): string => `/registry/configmaps/default/c-${n}`;

/** As the server writes it itself. */
const stored = (n: number, part: string): Buffer =>
  Buffer.from(
    `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"c-${n}","namespace":"default","uid":"u-${n}",` +
      `"creationTimestamp":"2026-01-01T00:00:00Z","labels":{"part":"${part}"}}}\n`,
  );

/** Numbers of the objects that have this label, as the server lists them. */
async function labelled(server: TestServer, part: string): Promise<number[]> {
  const { body } = await server.client.send('GET', `${configMaps}?labelSelector=part%3D${part}`);
  return (body.items as { metadata: { name: string } }[])
    .map(({ metadata: { name } }) => Number(name.slice(2)))
    .sort((a, b) => a - b);
}

it('a start believes what it knows, and sees what others wrote meanwhile', async () => {
  const flags = [`--etcd-servers=${etcd.endpoints[0]}`];
  const kv = await openEtcd({ endpoints: etcd.endpoints });
  try {
    for (let from = 0; from < count; from += 500)
      await Promise.all(
        Array.from({ length: Math.min(500, count - from) }, (_, n) =>
          kv.create(keyOf(from + n), stored(from + n, 'old')),
        ),
      );
    const first = await TestServer.start({ flags, directory });
    expect(await labelled(first, 'old')).toHaveLength(count);
    await first.stop();
    expect(readFileSync(join(directory, 'verified-objects'), 'utf8')).toContain(keyOf(7));

    const { item } = await kv.get(keyOf(7));
    await kv.update(keyOf(7), stored(7, 'new'), item!.modRevision);
    const second = await TestServer.start({ flags, directory });
    expect(await labelled(second, 'new')).toEqual([7]);
    expect(await labelled(second, 'old')).toHaveLength(count - 1);
    const { body } = await second.client.send('GET', `${configMaps}/c-8`);
    const { item: eighth } = await kv.get(keyOf(8));
    expect(body).toEqual({
      ...JSON.parse(stored(8, 'old').toString()),
      metadata: { ...body.metadata, uid: 'u-8', resourceVersion: String(eighth!.modRevision) },
    });
    await second.stop();
  } finally {
    await kv.close();
  }
});
