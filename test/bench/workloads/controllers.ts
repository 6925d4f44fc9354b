import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onConnection } from '../compare.ts';
import { RequestWriter } from '../http-client.ts';
import { expect, inLanes, makeNamespaces } from '../load.ts';
import { unmeasured } from '../measurement.ts';
import { collectionPath, nodeOf, placeOf, pod } from '../pods.ts';
import type { Product } from '../product.ts';
import { emptied } from './namespace-content.ts';
import type { Row, Scenario, StartFresh } from './workload.ts';

const dependents = 10_000;
const nodes = 100;
const idleSeconds = 20;
/** Seconds after a start in which caches are filled and controllers have listed what they need. */
const settleSeconds = 10;
const configMaps = '/api/v1/namespaces/default/configmaps';
/** Pods have no owners and their nodes are there: nothing of the load is garbage. */
const everything = '*,bootstrapsigner,tokencleaner';

/**
 * What controllers cost in the process of the server: memory, CPU when nothing happens, the time until the garbage
 * collector works, a cascade, a namespace with many types. Each start is on the same data, without and with them by turns.
 */
export const controllersScenario: Scenario = {
  name: 'controllers',
  run: async ({ large }, startFresh) => {
    let data = '';
    const start = (...flags: string[]): Promise<Product> =>
      startFresh((keyFile) => {
        data = join(dirname(keyFile), 'controllers-data');
        return [`--data-dir=${data}`, `--service-account-signing-key-file=${keyFile}`, ...flags];
      });
    await loadAll(start, large);
    const sides: [string, string | undefined][] = [
      ['no controllers', undefined],
      ['garbage collector', 'garbagecollector'],
      ['all controllers', everything],
      ['no controllers, again', undefined],
    ];
    const rows: Row[] = [];
    for (const [name, controllers] of sides)
      rows.push(await atRest(start, `${large} objects, ${name}`, controllers));
    return [...rows, await cascade(start), await emptied(startFresh)];
  },
};

type Start = (...flags: string[]) => ReturnType<StartFresh>;

async function loadAll(start: Start, large: number): Promise<void> {
  const subject = await start();
  const { endpoint } = subject;
  const writer = new RequestWriter(endpoint);
  await makeNamespaces(endpoint);
  await inLanes(endpoint, 0, nodes, async (connection, i) => {
    const node = { metadata: { name: nodeOf(i) } };
    expect(await connection.send(writer.write('POST', '/api/v1/nodes', node), 1_000), 201);
  });
  await inLanes(endpoint, 0, large - dependents, async (connection, i) => {
    const object = pod(i) as { metadata: Record<string, unknown> };
    delete object.metadata['ownerReferences'];
    const path = collectionPath(placeOf(i).namespace);
    expect(await connection.send(writer.write('POST', path, object), 1_000), 201);
  });
  const uid = await onConnection(subject, async (connection) => {
    const owner = writer.write('POST', configMaps, { metadata: { name: 'owner' } });
    return JSON.parse((await connection.send(owner, 10_000)).body).metadata.uid as string;
  });
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }];
  await inLanes(endpoint, 0, dependents, async (connection, i) => {
    const metadata = { name: `dependent-${i}`, labels: { of: 'owner' }, ownerReferences };
    const data = { text: 'x'.repeat(500) };
    expect(await connection.send(writer.write('POST', configMaps, { metadata, data }), 1_000), 201);
  });
  await subject.stop();
}

/** Of a server on all data: from its start on, and when it has come to rest. */
async function atRest(start: Start, workload: string, controllers?: string): Promise<Row> {
  const subject = await start(...(controllers === undefined ? [] : [`--controllers=${controllers}`]));
  try {
    await sleep(settleSeconds * 1_000);
    const begun = subject.meter.cpu();
    await sleep(idleSeconds * 1_000);
    const idle = (subject.meter.cpu() - begun) / idleSeconds;
    const memory = subject.meter.memory();
    const notes = [
      `at rest ${idle.toFixed(2)} ms of CPU a second (${(idle / 10).toFixed(2)} % of a core), ${begun.toFixed(0)} ms of CPU until then`,
    ];
    return { workload, subject: { ...unmeasured, memory }, notes };
  } finally {
    await subject.stop();
  }
}

/** An orphan is deleted once the collector works; then the owner of the dependents is. */
async function cascade(start: Start): Promise<Row> {
  const began = performance.now();
  const subject = await start('--controllers=garbagecollector');
  try {
    const ready = performance.now();
    const writer = new RequestWriter(subject.endpoint);
    return await onConnection(subject, async (connection) => {
      const gone = async (path: string): Promise<void> => {
        while ((await connection.send(writer.read(path))).status === 200) await sleep(20);
      };
      const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'none', uid: 'none' };
      const orphan = { metadata: { name: 'orphan', ownerReferences: [owner] } };
      expect(await connection.send(writer.write('POST', configMaps, orphan), 1_000), 201);
      await gone(`${configMaps}/orphan`);
      const works = performance.now();
      const before = subject.meter.cpu();
      expect(await connection.send(writer.delete(`${configMaps}/owner`), 1_000), 200);
      const left = writer.read(`${configMaps}?labelSelector=of%3Downer&limit=1`);
      while (!(await connection.send(left, 300)).body.includes('"items":[]')) await sleep(50);
      const took = performance.now() - works;
      const seconds = (from: number, to: number): string => ((to - from) / 1_000).toFixed(1);
      return {
        workload: `cascade of ${dependents}`,
        subject: {
          ...unmeasured,
          operations: dependents,
          perSecond: dependents / (took / 1_000),
          p50: took,
          cpu: (subject.meter.cpu() - before) / dependents,
          memory: subject.meter.memory(),
        },
        notes: [
          `ready ${seconds(began, ready)} s after the start, the collector ${seconds(ready, works)} s after that; all dependents gone in ${(took / 1_000).toFixed(1)} s`,
        ],
      };
    });
  } finally {
    await subject.stop();
  }
}
