import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Connection, RequestWriter } from '../http-client.ts';
import { loadPods, makeNamespaces } from '../load.ts';
import { type Measurement, measureLoop } from '../measurement.ts';
import { placeOf, podPath } from '../pods.ts';
import { controllerToken, greedyToken } from '../product.ts';
import type { Server } from '../server.ts';
import type { GreedyLists } from './greedy-lists.ts';
import type { Scenario } from './workload.ts';

const connections = 300;
/** Milliseconds in which the first lists get under way. */
const settling = 1_000;

/** What a controller's gets go through beside one client that lists everything, on 300 connections, without pause. */
export const greedyScenario: Scenario = {
  name: 'greedy',
  run: async ({ pods, duration }, startFresh) => {
    const subject = await startFresh(() => ['--authorization-mode=AlwaysAllow']);
    try {
      await makeNamespaces(subject.endpoint);
      await loadPods(subject.endpoint, 0, pods);
      const controller = as(subject, controllerToken);
      await gets(controller, pods, 1);
      const alone = await gets(controller, pods, duration);
      const { beside, lists, failures } = await besideLists(() => gets(controller, pods, duration), {
        endpoint: as(subject, greedyToken).endpoint,
        connections,
        seconds: duration + settling / 1_000,
      });
      const notes = [
        `${lists} lists of ${pods} pods meanwhile; answers to the others that were no success: ${JSON.stringify(failures)}`,
      ];
      return [
        { workload: 'get of a controller', subject: alone },
        { workload: `get beside ${connections} lists`, subject: beside, notes },
      ];
    } finally {
      await subject.stop();
    }
  },
};

const as = ({ endpoint, meter }: Server, token: string): Server => ({
  endpoint: { ...endpoint, authorization: `Bearer ${token}` },
  meter,
});

/** On one connection, one after the other. */
async function gets(server: Server, pods: number, duration: number): Promise<Measurement> {
  const writer = new RequestWriter(server.endpoint);
  const connection = await Connection.open(server.endpoint);
  try {
    return await measureLoop(server, {
      connections: [connection],
      operation: async (on, i) => (await on.send(writer.read(podPath(placeOf((i * 7919) % pods))))).status,
      duration,
      least: 1,
      max: Number.POSITIVE_INFINITY,
      from: 0,
    });
  } finally {
    connection.close();
  }
}

/** In a thread of their own: reading the lists must not delay the clock of the gets. */
async function besideLists(
  measure: () => Promise<Measurement>,
  workerData: GreedyLists,
): Promise<{ beside: Measurement; lists: number; failures: Record<string, number> }> {
  const thread = new Worker(new URL('./greedy-lists.ts', import.meta.url), { workerData });
  await once(thread, 'message');
  await delay(settling);
  const ended = once(thread, 'message');
  const beside = await measure();
  const [{ lists, failures }] = await ended;
  return { beside, lists, failures };
}
