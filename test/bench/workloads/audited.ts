import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dialects } from '../../../src/api/meta/dialect.ts';
import { loadPods, makeNamespaces } from '../load.ts';
import { median } from '../statistics.ts';
import { runGet } from './reads.ts';
import type { Row, Scenario } from './workload.ts';

/** How often one server is measured after the other: the machine does not stay as fast as it is. */
const turns = 3;

/** The words of a server of ours that was not told to speak others. */
const { api } = dialects[0]!;

/** Gets from a server that writes each of them to a file, twice, against gets from one that does not. */
export const auditedScenario: Scenario = {
  name: 'audited',
  run: async (settings, startFresh) => {
    const silent = await startFresh(() => []);
    const audited = await startFresh((keyFile) => {
      const directory = dirname(keyFile);
      const policy = join(directory, 'audit-policy.yaml');
      writeFileSync(policy, `apiVersion: audit.${api}/v1\nkind: Policy\nrules:\n- level: Metadata\n`);
      return [`--audit-policy-file=${policy}`, `--audit-log-path=${join(directory, 'audit.log')}`];
    });
    try {
      const rows: [Row, Row][] = [];
      for (const { endpoint } of [silent, audited]) {
        await makeNamespaces(endpoint);
        await loadPods(endpoint, 0, settings.pods);
      }
      // The first of each is compiled at its own expense.
      for (let turn = 0; turn <= turns; turn++) {
        const get = (subject: typeof silent) =>
          runGet({ settings, subject, plain: undefined }, settings.pods);
        rows.push([await get(silent), await get(audited)]);
      }
      const measured = rows.slice(1);
      const [first, second] = measured[0]!;
      const more = median(measured.map(([one, other]) => (other.subject.cpu - one.subject.cpu) * 1_000));
      return [
        { ...first, workload: 'get, not audited' },
        { ...second, workload: 'get, audited', notes: [`${more.toFixed(1)} µs CPU a request more`] },
      ];
    } finally {
      await silent.stop();
      await audited.stop();
    }
  },
};
