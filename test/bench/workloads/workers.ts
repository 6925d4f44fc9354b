import { availableParallelism } from 'node:os';
import { type Halves, halves, pin } from '../cores.ts';
import { loadPods, makeNamespaces } from '../load.ts';
import { medianOf } from '../measurement.ts';
import type { Product } from '../product.ts';
import type { Settings } from '../settings.ts';
import { runGet, runNamed } from './reads.ts';
import type { Bench, Row, Scenario } from './workload.ts';
import { runCreate } from './writes.ts';

/** How often one server is measured after the other: the machine does not stay as fast as it is. */
const turns = 3;
const workerCounts = [1, 2, 4];

/**
 * Servers of one, two and four workers, by turns, with the load and the stores on cores of their own where that can be:
 * what a request costs the server's cores alone, however many of them there are.
 */
export const workersScenario: Scenario = {
  name: 'workers',
  run: async (settings, startFresh) => {
    if (settings.store !== 'etcd') throw new Error('workers needs STORE=etcd');
    const cores = halves();
    // The stores are started from here, and stay where this process is.
    if (cores !== undefined) pin([process.pid], cores.load);
    const servers: Product[] = [];
    try {
      for (const count of workerCounts) servers.push(await startFresh(() => [`--workers=${count}`]));
      return await measured(settings, servers, cores);
    } finally {
      for (const server of servers) await server.stop();
      if (cores !== undefined) pin([process.pid], `0-${availableParallelism() - 1}`);
    }
  },
};

async function measured(
  settings: Settings,
  servers: readonly Product[],
  cores: Halves | undefined,
): Promise<Row[]> {
  for (const server of servers) {
    if (cores !== undefined) pin(server.meter.pids, cores.servers);
    await makeNamespaces(server.endpoint);
    await loadPods(server.endpoint, 0, settings.pods);
  }
  const rounds: Row[][] = [];
  for (let turn = 0; turn <= turns; turn++) {
    for (const [at, subject] of servers.entries()) {
      const rows = await all({ settings, subject, plain: undefined });
      // The first turn warms up.
      if (turn > 0) rounds[at] = [...(rounds[at] ?? []), ...rows];
    }
  }
  return rounds.flatMap((rows, at) => summary(rows, workerCounts[at]!, cores));
}

async function all(bench: Bench): Promise<Row[]> {
  return [
    await runGet(bench, bench.settings.pods),
    await runNamed(bench, 'list-node'),
    await runCreate(bench),
  ];
}

/** A row of each workload, of its turns. */
function summary(rows: readonly Row[], count: number, cores: Halves | undefined): Row[] {
  const where =
    cores === undefined ? 'not pinned' : `servers on cores ${cores.servers}, load on ${cores.load}`;
  return [...new Set(rows.map(({ workload }) => workload))].map((workload) => {
    const subject = medianOf(rows.filter((row) => row.workload === workload).map((row) => row.subject));
    const notes = [`${(1_000 / subject.cpu).toFixed(0)} a second of the server's CPU; ${where}`];
    return { workload: `${workload}, ${count} ${count === 1 ? 'worker' : 'workers'}`, subject, notes };
  });
}
