import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient, OpenWatch } from '../support/api-client.ts';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { configMap, configMaps } from '../support/objects.ts';
import { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { connectionsOf, isAlive, residentBytes, workersOf } from '../support/workers.ts';

const address = '192.0.2.51';
const ownEndpoints = '/api/v1/namespaces/default/endpoints';

let etcd: Etcd;
let server: TestServer;
beforeAll(async () => {
  etcd = await startEtcd({ members: 1 });
  const flags = ['--workers=2', '--worker-silence-limit=8s', `--advertise-address=${address}`];
  server = await TestServer.start({ flags: [`--etcd-servers=${etcd.endpoints[0]}`, ...flags] });
});
afterAll(async () => {
  await server?.remove();
  await etcd?.stop();
});

/** With connections of its own; without `keepAlive` one for each request. */
const clientWith = (keepAlive: boolean): ApiClient =>
  server.connect({
    token: 'admin-token',
    agent: new Agent({ keepAlive, ca: readFileSync(join(server.directory, 'ca.crt')) }),
  });

/** The sum of all series of a metric whose labels contain all these texts. */
async function metric(name: string, ...labels: string[]): Promise<number> {
  const client = clientWith(false);
  const { status, text } = await client.get('/metrics');
  client.close();
  expect(status).toBe(200);
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const wanted = lines.filter((line) => labels.every((label) => line.includes(label)));
  return wanted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Resolves when there are two workers that serve, none of which has one of these process ids. */
const replaced = (...gone: number[]): Promise<void> =>
  until(async () => {
    const now = workersOf(server);
    return now.length === 2 && !now.some((pid) => gone.includes(pid)) && (await ready()) === 2;
  }, 50);

const ready = (): Promise<number> => metric('apiserver_workers', 'state="ready"').catch(() => 0);

/** Follows a collection across the ends of its watches, as an informer does. */
class Follower {
  readonly names: string[] = [];
  readonly versions: number[] = [];
  brokenOff = 0;
  readonly #client = clientWith(true);
  readonly #path: string;
  #version: string;
  #watch: OpenWatch | undefined;
  #isClosed = false;

  private constructor(path: string, version: string) {
    this.#path = path;
    this.#version = version;
  }

  static async start(path: string): Promise<Follower> {
    const client = clientWith(false);
    const list = await client.get(path);
    client.close();
    const follower = new Follower(path, list.body.metadata.resourceVersion);
    void follower.#run();
    return follower;
  }

  close(): void {
    this.#isClosed = true;
    this.#watch?.close();
    this.#client.close();
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      const path = `${this.#path}?watch=1&resourceVersion=${this.#version}`;
      const watch = await this.#client.watch(path).catch(() => undefined);
      if (watch === undefined || watch.status !== 200) {
        await sleep(20);
        continue;
      }
      this.#watch = watch;
      let seen = 0;
      const take = (): void => {
        for (const { object } of watch.events.slice(seen)) {
          this.#version = object.metadata.resourceVersion;
          this.names.push(object.metadata.name);
          this.versions.push(Number(this.#version));
        }
        seen = watch.events.length;
      };
      while (!watch.ended && !this.#isClosed) {
        take();
        await sleep(10);
      }
      take();
      if (watch.brokenOff && !this.#isClosed) this.brokenOff++;
    }
  }
}

interface Made {
  names: string[];
  /** Answers that no client is to get. */
  wrong: string[];
}

/** Creates objects one after the other until it is aborted; what broke off is sent again under its name. */
async function write(prefix: string, signal: AbortSignal): Promise<Made> {
  const made: Made = { names: [], wrong: [] };
  const client = clientWith(true);
  for (let count = 0; !signal.aborted; count++) {
    const name = `${prefix}-${count}`;
    await sleep(10);
    for (let attempt = 1; ; attempt++) {
      const status = await client.post(configMaps, configMap(name)).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status === undefined) continue;
      if (status === 201 || (status === 409 && attempt > 1)) made.names.push(name);
      else made.wrong.push(`${name}: ${status}`);
      break;
    }
  }
  client.close();
  return made;
}

describe('two workers', () => {
  it('share connections evenly, watches included', async () => {
    const clients = Array.from({ length: 20 }, () => clientWith(true));
    const watches: OpenWatch[] = [];
    const before = workersOf(server).map((pid) => connectionsOf(pid, server.port));
    for (const client of clients) watches.push(await client.watch(`${configMaps}?watch=1`));
    const now = workersOf(server).map((pid) => connectionsOf(pid, server.port));
    expect(now.reduce((a, b) => a + b)).toBe(20 + before.reduce((a, b) => a + b));
    expect(Math.abs(now[0]! - now[1]!)).toBeLessThanOrEqual(1);
    for (const watch of watches) watch.close();
    for (const client of clients) client.close();
  });

  it('answer for each other: counts and limits are sums, objects are counted once', async () => {
    const labels = ['verb="GET"', 'resource="configmaps"', 'scope="resource"', 'code="404"'];
    const before = await metric('apiserver_request_total', ...labels);
    for (let count = 0; count < 10; count++) {
      const client = clientWith(false);
      expect((await client.get(`${configMaps}/none`)).status).toBe(404);
      client.close();
    }
    // Of whichever worker is asked.
    for (let count = 0; count < 4; count++) {
      expect(await metric('apiserver_request_total', ...labels)).toBe(before + 10);
    }
    const seats = [
      'catch-all',
      'global-default',
      'leader-election',
      'node-high',
      'system',
      'workload-high',
      'workload-low',
    ];
    const limits = await Promise.all(
      seats.map((level) => metric('apiserver_flowcontrol_request_concurrency_limit', `"${level}"`)),
    );
    expect(limits.reduce((a, b) => a + b)).toBeGreaterThanOrEqual(600);
    expect(limits.reduce((a, b) => a + b)).toBeLessThan(620);
    const { body } = await server.client.get('/api/v1/configmaps');
    expect(await metric('apiserver_storage_objects', 'resource="configmaps"')).toBe(body.items.length);
    expect(await metric('apiserver_workers', 'state="ready"')).toBe(2);
  });

  it('have a supervisor that takes little memory', () => {
    expect(residentBytes(server.process.pid!)).toBeLessThan(100_000_000);
  });

  it('are ready together, and say so by name', async () => {
    const { status, text } = await server.client.get('/readyz?verbose');
    expect({ status, text }).toMatchObject({ status: 200, text: expect.stringContaining('[+]workers ok') });
    expect((await server.client.get('/livez')).status).toBe(200);
  });
});

describe('a worker that is killed', () => {
  it('takes no acknowledged write and no event with it, and another takes its place and its duties', async () => {
    const labels = ['verb="POST"', 'resource="configmaps"', 'code="201"'];
    const [first, second] = workersOf(server);
    const startedAt = await metric('process_start_time_seconds');
    for (const victim of [first!, second!]) {
      const stop = new AbortController();
      const followers = await Promise.all(Array.from({ length: 6 }, () => Follower.start(configMaps)));
      const addresses = await Follower.start(ownEndpoints);
      const writers = Array.from({ length: 6 }, (_, index) => write(`kill-${victim}-${index}`, stop.signal));
      try {
        await sleep(1_000);
        const counted = await metric('apiserver_request_total', ...labels);
        process.kill(victim, 'SIGKILL');
        expect(await metric('apiserver_request_total', ...labels)).toBeGreaterThanOrEqual(counted);
        await replaced(victim);
      } finally {
        stop.abort();
      }
      const made = await Promise.all(writers);
      expect(made.flatMap(({ wrong }) => wrong)).toEqual([]);
      const names = made.flatMap((one) => one.names).sort();
      for (const follower of followers) {
        await until(() => follower.names.length >= names.length);
        expect(follower.names.toSorted()).toEqual(names);
        expect(follower.versions).toEqual(follower.versions.toSorted((a, b) => a - b));
        follower.close();
      }
      expect(followers.reduce((sum, { brokenOff }) => sum + brokenOff, 0)).toBeGreaterThan(0);
      addresses.close();
      // The Service of the API keeps its address meanwhile.
      expect(addresses.names).toEqual([]);
    }
    expect(await metric('apiserver_workers_replaced_total')).toBe(2);
    // It is the same server still.
    expect(await metric('process_start_time_seconds')).toBe(startedAt);
    const { body } = await server.client.get(ownEndpoints);
    expect(body.items[0].subsets[0].addresses).toEqual([{ ip: address }]);
  }, 120_000);
});

describe('a worker that stands still', () => {
  it('gets no new clients, is killed and replaced', async () => {
    const [worker] = workersOf(server);
    process.kill(worker!, 'SIGSTOP');
    const begun = performance.now();
    const waits: number[] = [];
    const ask = async (): Promise<void> => {
      while (isAlive(worker!) && performance.now() - begun < 30_000) {
        const client = clientWith(false);
        const asked = performance.now();
        expect((await client.get('/api/v1/namespaces/default')).status).toBe(200);
        waits.push(performance.now() - asked);
        client.close();
        await sleep(50);
      }
    };
    await Promise.all([ask(), ask(), ask(), ask()]);
    expect(isAlive(worker!)).toBe(false);
    expect(waits.length).toBeGreaterThan(20);
    // Those that it was handed before that was noticed go to another, long before its end.
    expect(waits.filter((wait) => wait > 1_500).length).toBeLessThanOrEqual(4);
    expect(Math.max(...waits)).toBeLessThan(5_000);
    await replaced(worker!);
    expect(server.output).toMatch(/has not answered for 8 s: it is killed/);
  }, 90_000);
});

describe('SIGHUP', () => {
  it('replaces all workers without a refused connection or a failed request', async () => {
    const before = workersOf(server);
    const stop = new AbortController();
    const failures: string[] = [];
    let answered = 0;
    const read = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        const client = clientWith(false);
        await client.get('/api/v1/namespaces/default').then(
          ({ status }) => (status === 200 ? answered++ : failures.push(String(status))),
          (error: Error) => failures.push(error.message),
        );
        client.close();
      }
    };
    const followers = await Promise.all(Array.from({ length: 4 }, () => Follower.start(configMaps)));
    const addresses = await Follower.start(ownEndpoints);
    const readers = Array.from({ length: 4 }, read);
    const writers = Array.from({ length: 4 }, (_, index) => write(`roll-${index}`, stop.signal));
    server.process.kill('SIGHUP');
    try {
      await until(() => server.output.includes('all workers were replaced'), 100);
    } catch {
      throw new Error(`the workers were not replaced:\n${server.output}`);
    } finally {
      stop.abort();
    }
    await Promise.all(readers);
    const made = await Promise.all(writers);
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(20);
    expect(made.flatMap(({ wrong }) => wrong)).toEqual([]);
    const names = made.flatMap((one) => one.names).sort();
    for (const follower of followers) {
      await until(() => follower.names.length >= names.length);
      expect(follower.names.toSorted()).toEqual(names);
      // Each watch ended as if its time was over.
      expect(follower.brokenOff).toBe(0);
      follower.close();
    }
    addresses.close();
    expect(addresses.names).toEqual([]);
    const after = workersOf(server);
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  }, 150_000);
});

describe('the end', () => {
  it('of the server is that of its workers, in order', async () => {
    const workers = workersOf(server);
    const { body } = await server.client.get(`${configMaps}?limit=1`);
    const since = body.metadata.resourceVersion;
    const watch = await clientWith(true).watch(`${configMaps}?watch=1&resourceVersion=${since}`);
    expect(await server.stop()).toBe(0);
    await watch.untilEnd();
    expect(watch.brokenOff).toBe(false);
    expect(workers.filter(isAlive)).toEqual([]);
  });

  it('of a supervisor that is killed is that of its workers', async () => {
    const again = await TestServer.start({
      flags: ['--workers=2', `--etcd-servers=${etcd.endpoints[0]}`, '--etcd-prefix=/again'],
    });
    const workers = workersOf(again);
    expect(workers).toHaveLength(2);
    await again.kill();
    await until(() => !workers.some(isAlive), 5);
    await again.remove();
  });

  it('comes at once when a flag makes no sense', async () => {
    const flags = ['--workers=2', `--etcd-servers=${etcd.endpoints[0]}`, '--event-ttl=soon'];
    const failure: Error = await TestServer.start({ flags }).then(
      () => Promise.reject(new Error('it started')),
      (error) => error,
    );
    expect(failure.message).toMatch(
      /ended with 1:\n.*invalid argument "soon" for "--event-ttl" flag: time: invalid duration "soon"/s,
    );
    // One line, not one for each worker.
    expect(failure.message.match(/--event-ttl/g)).toHaveLength(1);
  });
});
