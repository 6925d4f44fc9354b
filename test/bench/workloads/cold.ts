import { onConnection } from '../compare.ts';
import { RequestWriter } from '../http-client.ts';
import { loadPods, makeNamespaces } from '../load.ts';
import { type Measurement, medianOf } from '../measurement.ts';
import type { Product } from '../product.ts';
import type { Row, Scenario } from './workload.ts';

/** Starts of the server with everything in the store: from the process to the answer that it is ready. */
export const coldScenario: Scenario = {
  name: 'cold',
  run: async ({ large, rounds }, startFresh) => {
    const subject = await startFresh();
    try {
      await makeNamespaces(subject.endpoint);
      await loadPods(subject.endpoint, 0, large);
      const stored = await listedBytes(subject);
      const loaded = subject.meter.memory().resident;
      const starts: Measurement[] = [];
      for (let i = 0; i < rounds; i++) starts.push(await restart(subject));
      return [row(large, stored, loaded, medianOf(starts))];
    } finally {
      await subject.stop();
    }
  },
};

function row(large: number, stored: number, loaded: number, subject: Measurement): Row {
  const megabytes = stored / 2 ** 20;
  const perByte = (resident: number) => ((resident - 120) / megabytes).toFixed(2);
  const { own, resident } = subject.memory;
  return {
    workload: `cold start with ${large}`,
    subject,
    notes: [
      `${megabytes.toFixed(0)} MB stored; resident after loading ${loaded.toFixed(0)} MB, after the start ${resident.toFixed(0)} MB (own ${own.toFixed(0)} MB)`,
      `beyond 120 MB: ${perByte(loaded)} resident bytes a stored byte after loading, ${perByte(resident)} after the start (own ${perByte(own)})`,
    ],
  };
}

/** Stops it, and starts it again on the same store. */
export async function restart(subject: Product): Promise<Measurement> {
  await subject.stop();
  const took = await subject.start();
  const cpu = subject.meter.cpu();
  const seconds = took / 1_000;
  const memory = subject.meter.memory();
  return {
    operations: 1,
    perSecond: 1 / seconds,
    p50: took,
    p99: took,
    cpu,
    memory,
    client: Number.NaN,
    failures: {},
  };
}

/** Bytes of all pods as one list: as good as what is stored. */
function listedBytes(subject: Product): Promise<number> {
  const request = new RequestWriter(subject.endpoint).read('/api/v1/pods');
  return onConnection(subject, async (connection) => (await connection.send(request)).length);
}
