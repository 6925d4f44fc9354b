import { loadPods, makeNamespaces } from '../load.ts';
import { controllerToken, type Product } from '../product.ts';
import { median } from '../statistics.ts';
import { runGet } from './reads.ts';
import type { Row, Scenario } from './workload.ts';

/** How often one server is measured after the other: the machine does not stay as fast as it is. */
const turns = 7;

/** Gets of a user whom flow control looks at, against the same from a server that has none of it. */
export const fairnessScenario: Scenario = {
  name: 'fairness',
  run: async (settings, startFresh) => {
    const open = '--authorization-mode=AlwaysAllow';
    const on = await startFresh(() => [open]);
    const off = await startFresh(() => [open, '--enable-priority-and-fairness=false']);
    try {
      for (const { endpoint } of [on, off]) {
        await makeNamespaces(endpoint);
        await loadPods(endpoint, 0, settings.pods);
      }
      const get = ({ endpoint, meter }: Product): Promise<Row> => {
        const subject = { endpoint: { ...endpoint, authorization: `Bearer ${controllerToken}` }, meter };
        return runGet({ settings, subject, plain: undefined }, settings.pods);
      };
      const rows: [Row, Row][] = [];
      for (let turn = 0; turn <= turns; turn++) rows.push([await get(on), await get(off)]);
      const measured = rows.slice(1);
      const microseconds = median(
        measured.map(([own, other]) => 1_000 * (own.subject.cpu - other.subject.cpu)),
      );
      const [first, second] = measured[0]!;
      return [
        {
          ...first,
          workload: 'get, flow control',
          notes: [`${microseconds.toFixed(1)} µs CPU a request more than without`],
        },
        { ...second, workload: 'get, without' },
      ];
    } finally {
      await on.stop();
      await off.stop();
    }
  },
};
