import { dialects } from '../../../src/api/meta/dialect.ts';
import { RequestWriter } from '../http-client.ts';
import { expect, inLanes, makeNamespaces } from '../load.ts';
import { policyObjects } from '../policies.ts';
import type { Product } from '../product.ts';
import { median } from '../statistics.ts';
import type { Row, Scenario } from './workload.ts';
import { runCreate } from './writes.ts';

const turns = 7;
const policyCount = 20;
/** The first release that serves policies by default, and the words of a server of ours. */
const release = '--emulated-version=1.36';
const { api } = dialects[0]!;
const path = `/apis/admissionregistration.${api}/v1/validatingadmissionpolic`;

/** Creates of pods that 20 policies of three expressions look at, in turn with creates on a server without policies. */
export const policiesScenario: Scenario = {
  name: 'policies',
  run: async (settings, startFresh) => {
    const plain = await startFresh(() => [release]);
    const ruled = await startFresh(() => [release]);
    try {
      for (const { endpoint } of [plain, ruled]) await makeNamespaces(endpoint);
      await makePolicies(ruled);
      const rows: [Row, Row][] = [];
      // The first of each is compiled at its own expense.
      for (let turn = 0; turn <= turns; turn++) {
        const create = (subject: Product) => runCreate({ settings, subject, plain: undefined });
        rows.push([await create(plain), await create(ruled)]);
      }
      const measured = rows.slice(1);
      const [first, second] = measured[0]!;
      const ratios = measured.map(([one, other]) => other.subject.cpu / one.subject.cpu);
      const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
      return [
        { ...first, workload: 'create, no policies' },
        {
          ...second,
          workload: `create, ${policyCount} policies`,
          notes: [
            `${median(ratios).toFixed(2)} of the CPU without policies (${least} to ${most} in ${turns} turns)`,
          ],
        },
      ];
    } finally {
      await plain.stop();
      await ruled.stop();
    }
  },
};

async function makePolicies({ endpoint }: Product): Promise<void> {
  const { policies, bindings } = policyObjects(policyCount, { api });
  const writer = new RequestWriter(endpoint);
  const whole = 1 << 30;
  await inLanes(endpoint, 0, policyCount, async (connection, index) => {
    expect(await connection.send(writer.write('POST', `${path}ies`, policies[index]!), whole), 201);
    expect(await connection.send(writer.write('POST', `${path}ybindings`, bindings[index]!), whole), 201);
  });
}
