import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Etcd, startEtcd } from '../support/etcd.ts';
import { configMap, configMaps } from '../support/objects.ts';
import type { TestServer } from '../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from './support/beside.ts';

let etcd: Etcd;
let server: TestServer;
/** The server prefers the first of its endpoints, a follower. */
let order: number[];

beforeAll(async () => {
  etcd = await startEtcd({ members: 3 });
  const lead = await etcd.leader();
  order = [(lead + 1) % 3, lead, (lead + 2) % 3];
  const endpoints = order.map((member) => etcd.endpoints[member]);
  server = await attackServer({ flags: [`--etcd-servers=${endpoints.join(',')}`] });
});
afterAll(async () => {
  await server?.remove();
  await etcd?.stop();
});

const slowest = (times: readonly number[]): number => Math.max(...times);

/** Milliseconds that a client needed for each of its requests, one after the other, until the signal. */
async function ask(path: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const begun = performance.now();
    const { status } = await server.client.get(path);
    expect(status).toBe(200);
    times.push(performance.now() - begun);
    await sleep(50);
  }
  return times;
}

it('health and reads answer while the member that the server is at stands still', async () => {
  let times: number[] = [];
  const harm = await beside(server, attackSeconds(), async (signal) => {
    await sleep(300);
    etcd.freeze(order[0]!);
    const paths = ['/readyz', '/livez', '/livez/etcd', '/metrics', `${configMaps}/beside`];
    const clients = Array.from({ length: 4 }, () => paths.map((path) => ask(path, signal))).flat();
    times = (await Promise.all(clients)).flat();
    etcd.thaw(order[0]!);
  });
  expectHarmless(harm);
  expect(harm.gets.worst).toBeLessThan(1_000);
  expect(slowest(times)).toBeLessThan(1_500);
  expect((await server.client.post(configMaps, configMap('after-follower'))).status).toBe(201);
});

it('health answers while a new leader is elected, for the old one stands still', async () => {
  await sleep(1_000);
  const lead = await etcd.leader();
  const harm = await beside(server, attackSeconds(), async (signal) => {
    await sleep(300);
    etcd.freeze(lead);
    await Promise.all(Array.from({ length: 20 }, () => ask('/readyz', signal)));
    etcd.thaw(lead);
  });
  expectHarmless(harm);
  expect((await server.client.post(configMaps, configMap('after-leader'))).status).toBe(201);
});
