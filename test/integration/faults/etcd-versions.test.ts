import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Balancer, ResumingWatch } from '../../support/balancer.ts';
import { type Etcd, etcdLines, startEtcd } from '../../support/etcd.ts';
import { configMap, configMaps } from '../../support/objects.ts';
import { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const oldSettings = ['--emulated-version=1.22', '--storage-media-type=application/json'];
const newSettings = ['--emulated-version=1.23', '--storage-media-type=application/vnd.kubernetes.protobuf'];
const writers = 16;
const watchers = 16;
/** Objects that several writers change: each has four. */
const sharedObjects = 4;
/** Rounds of all writers together in each stage of the change. */
const roundsInStage = 40;

/** Writes until it is stopped, each round on the one before: creates, reads, counts up, and deletes. */
class WriterLoop {
  /** Writes that were acknowledged, as lines of a watch. */
  readonly acknowledged: string[] = [];
  /** Reads that did not show what had been acknowledged before they began. */
  readonly staleReads: string[] = [];
  rounds = 0;
  readonly done: Promise<void>;
  readonly #balancer: Balancer;
  readonly #name: string;
  readonly #shared: string;
  #isStopped = false;

  constructor(balancer: Balancer, number: number) {
    this.#balancer = balancer;
    this.#name = `w${number}`;
    this.#shared = `${configMaps}/shared${number % sharedObjects}`;
    this.done = this.#run();
    // The error is that of `done`, for those who wait for it.
    this.done.catch(() => {});
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.done;
  }

  async #run(): Promise<void> {
    for (let round = 1; !this.#isStopped; round++) {
      await this.#create(`${this.#name}-${round}`);
      await this.#countUp(round);
      if (round % 2 === 0)
        await this.#balancer.insist(({ delete: remove }) =>
          remove(`${configMaps}/${this.#name}-${round - 1}`),
        );
      this.rounds = round;
    }
  }

  async #create(name: string): Promise<void> {
    const object = configMap(name, {}, { labels: { load: '1' } });
    const { status, body } = await this.#balancer.insist(({ post }) => post(configMaps, object));
    // 409: an attempt that had no answer was executed.
    if (status === 201) this.#acknowledge('ADDED', body);
    else expect(status).toBe(409);
    const read = await this.#balancer.insist(({ get }) => get(`${configMaps}/${name}`));
    if (read.status !== 200) this.staleReads.push(`${name}: ${read.text}`);
  }

  /** Under the writer's own key of an object that others change as well. */
  async #countUp(round: number): Promise<void> {
    for (;;) {
      const { body } = await this.#balancer.insist(({ get }) => get(this.#shared));
      const count = Number(body.data?.[this.#name] ?? 0);
      if (count === round) return;
      if (count !== round - 1) this.staleReads.push(`${this.#name}: ${count} in round ${round}`);
      const object = { ...body, data: { ...body.data, [this.#name]: `${round}` } };
      const { status, body: written } = await this.#balancer.insist(({ put }) => put(this.#shared, object));
      if (status === 200) return this.#acknowledge('MODIFIED', written);
      expect(status).toBe(409);
    }
  }

  #acknowledge(type: string, { metadata }: any): void {
    this.acknowledged.push(`${type} ${metadata.name} ${metadata.resourceVersion}`);
  }
}

/** What is there after these events: versions by name. */
function replayed(lines: readonly string[]): Map<string, string> {
  const objects = new Map<string, string>();
  for (const line of lines) {
    const [type, name, version] = line.split(' ') as [string, string, string];
    if (type === 'DELETED') objects.delete(name);
    else objects.set(name, version);
  }
  return objects;
}

describe.each(etcdLines)('on three members of etcd ($title)', ({ line, isHere }) => {
  if (!isHere) return void it.skip(`etcd ${line} is not here: this machine cannot fetch it`);
  let etcd: Etcd;
  const servers = new Set<TestServer>();

  beforeAll(async () => {
    etcd = await startEtcd({ members: 3, line });
  });
  afterAll(async () => {
    for (const server of servers) await server.remove();
    await etcd?.stop();
  });

  async function start(settings: string[]): Promise<TestServer> {
    const flags = [`--etcd-servers=${etcd.endpoints.join(',')}`, ...settings];
    const server = await TestServer.start({ flags });
    servers.add(server);
    return server;
  }

  /** Bytes that the members have sent to clients. */
  async function sentBytes(): Promise<number> {
    const sent = etcd.endpoints.map(async (endpoint) => {
      const metrics = await (await fetch(`${endpoint}/metrics`)).text();
      return Number(/^etcd_network_client_grpc_sent_bytes_total (\S+)$/m.exec(metrics)![1]);
    });
    return (await Promise.all(sent)).reduce((sum, bytes) => sum + bytes);
  }

  it('lists and gets without a version are answered from memory, with every write that was made elsewhere', async () => {
    // The check reads all objects from etcd.
    const server = await start(['--watch-cache-check-interval=1h']);
    const other = await start(['--watch-cache-check-interval=1h']);
    const data = { text: 'x'.repeat(100_000) };
    for (let n = 0; n < 20; n++) await server.client.post(configMaps, configMap(`large${n}`, data));
    const before = await sentBytes();
    for (let n = 0; n < 20; n++) {
      const small = await other.client.post(configMaps, configMap(`small${n}`));
      expect(small.status).toBe(201);
      const { text, body } = await server.client.get(configMaps);
      expect(text.length).toBeGreaterThan(2_000_000);
      expect(body.items.filter(({ metadata }: any) => metadata.name.startsWith('small'))).toHaveLength(n + 1);
      expect((await server.client.get(`${configMaps}/small${n}`)).body).toEqual(small.body);
    }
    // 40 MB were listed.
    expect((await sentBytes()) - before).toBeLessThan(1_000_000);
    for (const used of [server, other]) expect(await used.stop()).toBe(0);
  });

  it('two servers are replaced by two with other settings, under load: nothing is lost', async () => {
    const balancer = new Balancer();
    const before = await Promise.all([start(oldSettings), start(oldSettings)]);
    for (const server of before) balancer.add(server);
    for (let n = 0; n < sharedObjects; n++) {
      const shared = configMap(`shared${n}`, {}, { labels: { load: '1' } });
      expect((await before[0]!.client.post(configMaps, shared)).status).toBe(201);
    }
    const { body: first } = await before[0]!.client.get(`${configMaps}?labelSelector=load`);
    const watches = Array.from(
      { length: watchers },
      () => new ResumingWatch(balancer, `${configMaps}?labelSelector=load`, first.metadata.resourceVersion),
    );
    const loops = Array.from({ length: writers }, (_, n) => new WriterLoop(balancer, n));
    const rounds = () => loops.reduce((sum, loop) => sum + loop.rounds, 0);
    const stage = async () => {
      const begun = rounds();
      const failed = Promise.all(loops.map((loop) => loop.done));
      await Promise.race([until(() => rounds() >= begun + roundsInStage, 20), failed]);
    };

    await stage();
    for (const server of before) {
      balancer.add(await start(newSettings));
      await stage();
      balancer.remove(server);
      expect(await server.stop()).toBe(0);
      await stage();
    }
    await Promise.all(loops.map((loop) => loop.stop()));

    const { body: list } = await balancer.next().get(`${configMaps}?labelSelector=load`);
    const stored = new Map(list.items.map(({ metadata }: any) => [metadata.name, metadata.resourceVersion]));
    const { body: last } = await balancer
      .next()
      .post(configMaps, configMap('last', {}, { labels: { load: '1' } }));
    const end = `ADDED last ${last.metadata.resourceVersion}`;
    await until(() => watches.every(({ lines }) => lines.at(-1) === end));
    for (const watch of watches) watch.close();

    const lines = watches[0]!.lines.slice(0, -1);
    for (const watch of watches) {
      expect(watch.lines.slice(0, -1)).toEqual(lines);
      expect(watch.begun).toBeGreaterThan(1);
    }
    const versions = lines.map((line) => Number(line.split(' ').at(-1)));
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    const state = replayed([
      ...first.items.map(({ metadata }: any) => `ADDED ${metadata.name} ${metadata.resourceVersion}`),
      ...lines,
    ]);
    expect([...state].sort()).toEqual([...stored].sort());
    const shown = new Set(lines);
    const acknowledged = loops.flatMap((loop) => loop.acknowledged);
    expect(acknowledged.filter((write) => !shown.has(write))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(5 * roundsInStage);
    expect(loops.flatMap((loop) => loop.staleReads)).toEqual([]);
  }, 60_000);
});
