import { loadPods, makeNamespaces } from '../load.ts';
import { runGet } from './reads.ts';
import type { Bench, Row, Scenario } from './workload.ts';
import { runCreate } from './writes.ts';

const few = 1_000;

/** Get and create among 1,000 objects and among 50,000: what they cost should not depend on it. */
export const growthScenario: Scenario = {
  name: 'growth',
  run: async (settings, startFresh) => {
    const subject = await startFresh();
    // Beside the plain server nothing is learned here that the other workloads do not tell.
    const bench: Bench = { settings, subject, plain: undefined };
    try {
      await makeNamespaces(subject.endpoint);
      // A server that is still being compiled would make the growth look smaller.
      await measure(bench, 0, few);
      const before = await measure(bench, few, few);
      const after = await measure(bench, few, settings.large);
      return [...before, ...after.map((row, i) => ({ ...row, notes: [change(before[i]!, row)] }))];
    } finally {
      await subject.stop();
    }
  },
};

async function measure(bench: Bench, from: number, to: number): Promise<Row[]> {
  await loadPods(bench.subject.endpoint, from, to);
  const get = await runGet(bench, to);
  const create = await runCreate(bench);
  return [get, create].map((row) => ({ ...row, workload: `${row.workload}, among ${to}` }));
}

function change(before: Row, after: Row): string {
  const times = (of: (row: Row) => number) => (of(after) / of(before)).toFixed(2);
  return `against ${few}: CPU × ${times(({ subject }) => subject.cpu)}, p50 × ${times(({ subject }) => subject.p50)}`;
}
