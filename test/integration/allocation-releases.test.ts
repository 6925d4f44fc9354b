import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { TestServer } from '../support/server.ts';

const services = '/api/v1/namespaces/default/services';
const addresses = '/apis/networking.k8s.io/v1/ipaddresses';
const writers = 16;
/** Services that each writer makes in one phase; it deletes every second one at once. */
const rounds = 12;

/** Releases with bits of a range alone, and with an object for each address as well. */
const [withBits, withObjects] = ['1.32', '1.36'] as const;
type Release = typeof withBits | typeof withObjects;

let etcd: Etcd;
let kv: Kv;
let made = 0;

beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  kv = await openEtcd({ endpoints: etcd.endpoints });
});

afterAll(async () => {
  await kv?.close();
  await etcd?.stop();
});

const start = (release: Release, directory?: string): Promise<TestServer> =>
  TestServer.start({
    flags: [
      `--etcd-servers=${etcd.endpoints.join(',')}`,
      '--service-cluster-ip-range=10.0.0.0/22',
      '--service-repair-interval=2s',
      `--emulated-version=${release}`,
    ],
    ...(directory !== undefined && { directory }),
  });

const nodePort = (name: string) => ({
  kind: 'Service',
  apiVersion: 'v1',
  metadata: { name },
  spec: { type: 'NodePort', ports: [{ port: 80 }] },
});

interface Written {
  name: string;
  address: string;
  port: number;
}

/** What is there, as one server says. */
async function present({ client }: TestServer): Promise<Written[]> {
  const { items } = (await client.get(services)).body;
  return items.map(({ metadata, spec }: any) => ({
    name: metadata.name,
    address: spec.clusterIP,
    port: spec.ports[0].nodePort ?? 0,
  }));
}

/**
 * Makes and deletes Services from many writers through both servers, one of which is killed meanwhile. What was
 * acknowledged as made, without what a deletion was sent for.
 */
async function load(servers: readonly TestServer[], kill: boolean): Promise<Written[]> {
  const kept: Written[] = [];
  const writer = async (own: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      const { client } = servers[(own + round) % servers.length]!;
      const name = `s${made++}`;
      const answer = await client.post(services, nodePort(name)).catch(() => undefined);
      if (answer?.status !== 201) continue;
      const { spec } = answer.body;
      if (round % 2 === 0) await client.delete(`${services}/${name}`).catch(() => undefined);
      else kept.push({ name, address: spec.clusterIP, port: spec.ports[0].nodePort });
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, own) => writer(own)));
  if (kill) {
    await expect.poll(() => kept.length).toBeGreaterThan(writers);
    await servers[0]!.kill();
  }
  await writing;
  return kept;
}

/** The taken members of a range: one number, the lowest bit for the first. */
async function taken(name: string): Promise<number[]> {
  const { item } = await kv.get(`/registry/ranges/${name}`);
  const { data } = JSON.parse(item!.value.toString());
  const bits = BigInt(`0x0${Buffer.from(data ?? '', 'base64').toString('hex')}`).toString(2);
  return [...bits].toReversed().flatMap((bit, index) => (bit === '1' ? [index] : []));
}

const bits = async (): Promise<string[]> =>
  [
    ...(await taken('serviceips')).map((n) => `10.0.${(n + 1) >> 8}.${(n + 1) & 255}`),
    ...(await taken('servicenodeports')).map((n) => String(30_000 + n)),
  ].sort();

const used = (list: readonly Written[]): string[] =>
  list.flatMap(({ address, port }) => [address, ...(port === 0 ? [] : [String(port)])]).sort();

it.each<[string, Release, Release, boolean]>([
  ['a release with bits alone', withBits, withBits, false],
  ['one of which is upgraded, while the older one is killed', withBits, withObjects, true],
  ['both of which are upgraded', withObjects, withObjects, false],
  ['one of which went back, while the newer one is killed', withObjects, withBits, true],
  ['both of which are upgraded again, one of them killed', withObjects, withObjects, true],
])(
  'two servers of %s: no address and no port is given twice, and none is lost',
  async (_, one, other, kill) => {
    const servers = [await start(one), await start(other)];
    try {
      const kept = await load(servers, kill);
      const rest = servers[1]!;
      const now = await present(rest);
      expect(new Set(used(now)).size).toBe(used(now).length);
      const byName = new Map(now.map((service) => [service.name, service]));
      expect(kept.filter(({ name, address }) => byName.get(name)?.address !== address)).toEqual([]);
      const claimed = new Set(await bits());
      expect(used(now).filter((text) => !claimed.has(text))).toEqual([]);
      // What a killed server had claimed is free after a while.
      const patience = { timeout: 100_000, interval: 2_000 };
      await expect.poll(async () => bits(), patience).toEqual(used(now));
      if (other !== withObjects) return;
      const names = async (): Promise<string[]> =>
        (await rest.client.get(addresses)).body.items.map(({ metadata }: any) => metadata.name).sort();
      await expect.poll(names, patience).toEqual(now.map(({ address }) => address).sort());
    } finally {
      for (const server of servers) await server.remove();
    }
  },
  300_000,
);
