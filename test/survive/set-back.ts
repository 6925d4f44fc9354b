/**
 * Sets the store of a control plane of three nodes back to an older copy, under load, as after a disaster: revisions go back.
 * make survive-set-back WORKERS=1
 *
 * Ends with 1 when something is shown that is neither of the history that is lost nor of the one that is there, or a watcher is
 * not told. forks.ts says how it is found out.
 */
import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ControlPlane } from '../support/deploy/control-plane.ts';
import { Network } from '../support/deploy/network.ts';
import { accessOf, type Caller, http1Caller, http2Caller, wireTo } from './caller.ts';
import { Follower } from './follower.ts';
import { checkForked, isEqual, stateAfter } from './forks.ts';
import { nodes } from './phase.ts';
import { Reader } from './reader.ts';
import { readHistories } from './store-history.ts';
import { InformerWatcher } from './watcher.ts';
import { Writer } from './writer.ts';

const workers = Number(process.env['WORKERS'] || 1);
const namespace = 'set-back';
const path = `/api/v1/namespaces/${namespace}/configmaps`;
const clients = { writers: 8, followers: 8, informers: 4, readers: 4 };
/** Milliseconds for which is written before the copy, after it, and after the store was set back. */
const written = { before: 5_000, after: 20_000, since: 20_000 };

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const begun = performance.now();
const say = (text: string): void =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${text}`);

const network = Network.obstacle() === undefined ? Network.make() : undefined;
const servers = [
  ...(workers > 1 ? [`--workers=${workers}`] : []),
  ...['--etcd-compaction-interval=0', '--storage-media-type=application/json'],
];
const plane = await ControlPlane.prepare({ more: { 'kube-apiserver': servers }, network });
const dataOf = (node: number): string => join(plane.places.rootOf(node), 'var/lib/etcd');
const copyOf = (node: number, name: string): string => join(plane.places.rootOf(node), name);
const histories = () => readHistories(plane.places, { configMaps: namespace, registers: namespace });

const faults: string[] = [];
try {
  await plane.start({ managers: false });
  say(`3 replicas with ${workers} worker(s) each are up`);
  faults.push(...(await run()));
} finally {
  await plane.remove();
  network?.[Symbol.dispose]();
}
for (const fault of faults) console.log(`FAULT: ${fault}`);
console.log(faults.length === 0 ? 'no fault' : `FAULTS: ${faults.length}`);
process.exit(faults.length === 0 ? 0 : 1);

async function run(): Promise<string[]> {
  const access = accessOf(plane.places);
  const callerOf = (n: number): Caller => (n % 2 === 0 ? http1Caller(access) : http2Caller(wireTo(access)));
  const admin = http1Caller(access);
  await admin('POST', '/api/v1/namespaces', { metadata: { name: namespace } });
  const { body } = await admin('GET', path);
  const { resourceVersion } = body.metadata;
  const times = <T>(count: number, make: (n: number) => T): T[] =>
    Array.from({ length: count }, (_, n) => make(n));
  const followers = times(
    clients.followers,
    (n) =>
      new Follower({
        name: `follower ${n}`,
        access,
        call: http1Caller(access),
        path,
        revision: resourceVersion,
      }),
  );
  const informers = times(clients.informers, () => new InformerWatcher(wireTo(access), namespace));
  const writers = times(clients.writers, (n) => new Writer(`w${n}`, path, callerOf(n)));
  const nameToRead = (n: number) => () => writers[n % writers.length]!.writes.at(-1)?.name;
  const readers = times(clients.readers, (n) => new Reader(`reader ${n}`, path, callerOf(n), nameToRead(n)));
  for (const one of [...followers, ...writers, ...readers]) one.start();
  await Promise.all(informers.map((one) => one.start()));
  await sleep(written.before);
  await stopStore();
  for (const node of nodes) cpSync(dataOf(node), copyOf(node, 'copy'), { recursive: true });
  await startStore();
  say('a copy is made');
  await sleep(written.after);
  const gap = { from: performance.now(), to: 0 };
  await stopStore();
  for (const node of nodes) {
    renameSync(dataOf(node), copyOf(node, 'lost'));
    renameSync(copyOf(node, 'copy'), dataOf(node));
  }
  gap.to = performance.now();
  await startStore();
  say('the store is set back');
  await sleep(written.since);
  await Promise.all([...writers, ...readers].map((one) => one.stop()));
  const present = (await histories()).configMaps;
  // For what watchers have not seen yet.
  await sleep(10_000);
  await Promise.all([...followers, ...informers].map((one) => one.close()));
  const lost = await lostHistory();
  const writes = writers.flatMap((one) => one.writes);
  const reads = readers.flatMap((one) => one.reads);
  const following = followers.map((one) => one.following);
  const lists = following.flatMap(({ seen }) => seen.filter((one) => 'objects' in one)).length;
  const isAfter = ({ begun: at }: { begun: number }): boolean => at > gap.to;
  say(`${writes.length} writes, ${writes.filter(isAfter).length} of them since; ${reads.length} reads`);
  say(`${lost.length} events in the lost history, ${present.length} in the present one; ${lists} lists anew`);
  return [
    ...checkForked({ lost, present, gap, writes, reads, following }),
    ...informers.flatMap((one, n) =>
      isEqual(stateOf(one), stateAfter(present)) ? [] : [`informer ${n} does not show the present state`],
    ),
  ];
}

/** What an informer shows at last: it tells of the differences, not of its lists. */
function stateOf({ events }: InformerWatcher): Map<string, number> {
  return stateAfter(events.map((event) => ({ ...event, id: undefined, revision: event.revision ?? 0 })));
}

/** Reads it from what was put aside. The servers have ended. */
async function lostHistory() {
  for (const node of nodes) await plane.process(node, 'kube-apiserver').stop();
  await stopStore();
  for (const node of nodes) {
    rmSync(dataOf(node), { recursive: true });
    renameSync(copyOf(node, 'lost'), dataOf(node));
    plane.startOne(node, 'etcd');
  }
  await Promise.all(nodes.map((node) => plane.memberIsReady(node)));
  return (await histories()).configMaps;
}

async function stopStore(): Promise<void> {
  await Promise.all(nodes.map((node) => plane.process(node, 'etcd').stop('SIGKILL')));
}

async function startStore(): Promise<void> {
  for (const node of nodes) plane.startOne(node, 'etcd');
  await Promise.all(nodes.map((node) => plane.memberIsReady(node)));
  await Promise.all(nodes.map((node) => plane.serverIsReady(node)));
}
