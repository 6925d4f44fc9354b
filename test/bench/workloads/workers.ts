import { loadPods, makeNamespaces } from '../load.ts';
import { median } from '../statistics.ts';
import { runGet } from './reads.ts';
import type { Row, Scenario } from './workload.ts';

/** How often one server is measured after the other: the machine does not stay as fast as it is. */
const turns = 5;

/** Gets from a server of two workers against gets from one of one. */
export const workersScenario: Scenario = {
  name: 'workers',
  run: async (settings, startFresh) => {
    if (settings.store !== 'etcd') throw new Error('workers needs STORE=etcd');
    const one = await startFresh(() => []);
    const two = await startFresh(() => ['--workers=2']);
    try {
      for (const { endpoint } of [one, two]) {
        await makeNamespaces(endpoint);
        await loadPods(endpoint, 0, settings.pods);
      }
      const get = (subject: typeof one) => runGet({ settings, subject, plain: undefined }, settings.pods);
      const rows: [Row, Row][] = [];
      for (let turn = 0; turn <= turns; turn++) rows.push([await get(one), await get(two)]);
      const measured = rows.slice(1);
      const ratio = (of: (row: Row) => number): string =>
        median(measured.map(([first, second]) => of(second) / of(first))).toFixed(2);
      const [first, second] = measured[0]!;
      const notes = [
        `${ratio(({ subject }) => subject.perSecond)} times the gets a second`,
        `${ratio(({ subject }) => subject.cpu)} times the CPU of a get`,
      ];
      return [
        { ...first, workload: 'get, 1 worker' },
        { ...second, workload: 'get, 2 workers', notes },
      ];
    } finally {
      await one.stop();
      await two.stop();
    }
  },
};
