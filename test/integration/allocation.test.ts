import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEtcd } from '../../src/storage/kv/etcd/open.ts';
import type { Kv } from '../../src/storage/kv.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { TestServer } from '../support/server.ts';

const services = '/api/v1/namespaces/default/services';

let etcd: Etcd;
let kv: Kv;
let servers: TestServer[];
let flags: string[];

beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  flags = [
    `--etcd-servers=${etcd.endpoints.join(',')}`,
    '--service-cluster-ip-range=10.0.0.0/21',
    '--service-repair-interval=2s',
  ];
  kv = await openEtcd({ endpoints: etcd.endpoints });
  servers = [await TestServer.start({ flags }), await TestServer.start({ flags })];
});

afterAll(async () => {
  for (const server of servers ?? []) await server.remove();
  await kv?.close();
  await etcd?.stop();
});

const nodePort = (name: string) => ({
  kind: 'Service',
  apiVersion: 'v1',
  metadata: { name },
  spec: { type: 'NodePort', ports: [{ port: 80 }] },
});

const list = async (): Promise<any[]> => (await servers[1]!.client.get(services)).body.items;

/** Addresses and ports of Services. */
const used = async () =>
  (await list()).flatMap(({ spec }) => [
    ...spec.clusterIPs.map((address: string) => `cluster-ips/${address}`),
    ...spec.ports.filter((port: any) => port.nodePort).map((port: any) => `node-ports/${port.nodePort}`),
  ]);

/** The taken members of a range as another server of the API reads them: one number, the lowest bit for the first. */
async function taken(name: string): Promise<number[]> {
  const { item } = await kv.get(`/registry/ranges/${name}`);
  const { data } = JSON.parse(item!.value.toString());
  const bits = BigInt(`0x0${Buffer.from(data ?? '', 'base64').toString('hex')}`).toString(2);
  return [...bits].toReversed().flatMap((bit, index) => (bit === '1' ? [index] : []));
}

const claimed = async () => [
  ...(await taken('serviceips')).map((n) => `cluster-ips/10.0.${(n + 1) >> 8}.${(n + 1) & 255}`),
  ...(await taken('servicenodeports')).map((n) => `node-ports/${30_000 + n}`),
];

/** Takes a Service out of the store behind the servers, so that what it had stays taken. */
async function leakOf({ metadata: { name } }: any): Promise<void> {
  const { item } = await kv.get(`/registry/services/specs/default/${name}`);
  await kv.delete(item!.key, item!.modRevision);
}

describe('two servers over one etcd', () => {
  it('make 500 Services at once: no address and no port is given twice', async () => {
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => servers[n % 2]!.client.post(services, nodePort(`s${n}`))),
    );
    expect(answers.filter(({ status }) => status !== 201).map(({ text }) => text)).toEqual([]);
    const made = answers.map(({ body }) => body);
    expect(new Set(made.map(({ spec }) => spec.clusterIP)).size).toBe(500);
    expect(new Set(made.map(({ spec }) => spec.ports[0].nodePort)).size).toBe(500);
    expect((await claimed()).sort()).toEqual((await used()).sort());
  });

  it('give one port to one of many who ask for it at once', async () => {
    const taken = new Set((await list()).flatMap(({ spec }) => spec.ports.map((port: any) => port.nodePort)));
    const free = Array.from({ length: 1_000 }, (_, n) => 30_000 + n).find((port) => !taken.has(port));
    const ports = [{ port: 80, nodePort: free }];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        servers[n % 2]!.client.post(services, { ...nodePort(`asks${n}`), spec: { type: 'NodePort', ports } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
  });

  it('keep what was acknowledged when one is killed in the middle, and free what was not', async () => {
    // A leak that is certainly there, beside those that the kill leaves.
    const leak = await servers[1]!.client.post(services, nodePort('leak'));
    await leakOf(leak.body);
    const acknowledged: any[] = [];
    const creating = Array.from({ length: 400 }, async (_, n) => {
      const answer = await servers[n % 2]!.client.post(services, nodePort(`k${n}`)).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(answer.body);
    });
    const deleting = Array.from({ length: 100 }, async (_, n) => {
      await servers[n % 2]!.client.delete(`${services}/s${n}`).catch(() => undefined);
    });
    await sleep(300);
    await servers[0]!.kill();
    await Promise.all([...creating, ...deleting]);
    servers[0] = await TestServer.start({ flags, directory: servers[0]!.directory });

    const present = new Map((await list()).map(({ metadata, spec }) => [metadata.name, spec]));
    for (const { metadata, spec } of acknowledged) expect(present.get(metadata.name)).toMatchObject(spec);
    const now = await used();
    expect(new Set(now).size).toBe(now.length);
    const atOnce = new Set(await claimed());
    expect(now.filter((text) => !atOnce.has(text))).toEqual([]);

    await expect
      .poll(async () => (await claimed()).sort(), { timeout: 60_000, interval: 2_000 })
      .toEqual(now.sort());
  }, 120_000);

  it('release what goes, and give it to others', async () => {
    const names = (await list()).map(({ metadata }) => metadata.name).filter((name) => name !== 'kubernetes');
    await Promise.all(names.map((name, n) => servers[n % 2]!.client.delete(`${services}/${name}`)));
    expect((await claimed()).sort()).toEqual((await used()).sort());
  });

  it('say in an Event what is wrong with a Service that was written behind their backs', async () => {
    const made = (await servers[0]!.client.post(services, nodePort('first'))).body;
    const { item } = await kv.get('/registry/services/specs/default/first');
    const stored = JSON.parse(item!.value.toString());
    const copyOf = (name: string, spec: object): Buffer =>
      Buffer.from(
        JSON.stringify({
          ...stored,
          metadata: { ...stored.metadata, name, uid: `uid-of-${name}` },
          spec: { ...stored.spec, ...spec },
        }),
      );
    const foreign = {
      clusterIP: '192.168.0.1',
      clusterIPs: ['192.168.0.1'],
      ports: [{ port: 80, nodePort: 9 }],
    };
    await kv.create('/registry/services/specs/default/second', copyOf('second', {}));
    await kv.create('/registry/services/specs/default/stray', copyOf('stray', foreign));
    const free = {
      clusterIP: '10.0.7.250',
      clusterIPs: ['10.0.7.250'],
      ports: [{ port: 80, nodePort: 32_766 }],
    };
    await kv.create('/registry/services/specs/default/third', copyOf('third', free));
    const events = async (): Promise<string[]> => {
      const { body } = await servers[0]!.client.get('/api/v1/namespaces/default/events');
      return body.items.map(({ reason, message }: any) => `${reason}: ${message}`);
    };
    const { clusterIP, ports } = made.spec;
    await expect
      .poll(events, { timeout: 30_000, interval: 500 })
      .toEqual(
        expect.arrayContaining([
          `ClusterIPAlreadyAllocated: Cluster IP ${clusterIP} was assigned to multiple services; please recreate service`,
          `PortAlreadyAllocated: Port ${ports[0].nodePort} was assigned to multiple services; please recreate service`,
          'ClusterIPOutOfRange: Cluster IP 192.168.0.1 is not within the service CIDR 10.0.0.0/21; please recreate service',
          'PortOutOfRange: Port 9 is not within the port range 30000-32767; please recreate service',
          'ClusterIPNotAllocated: Cluster IP 10.0.7.250 is not allocated; repairing',
          'PortNotAllocated: Port 32766 is not allocated; repairing',
        ]),
      );
    expect(await claimed()).toEqual(expect.arrayContaining(['cluster-ips/10.0.7.250', 'node-ports/32766']));
  });
});
