import { agentWorkloads } from './agents.ts';
import { applyWorkloads } from './applies.ts';
import { auditedScenario } from './audited.ts';
import { authorizedScenario } from './authorized.ts';
import { coldScenario } from './cold.ts';
import { commandLineScenario } from './command-line.ts';
import { controllersScenario } from './controllers.ts';
import { customScenario } from './custom.ts';
import { fairnessScenario } from './fairness.ts';
import { fanOutWorkloads } from './fan-out.ts';
import { greedyScenario } from './greedy.ts';
import { growthScenario } from './growth.ts';
import { pagesWorkload } from './pages.ts';
import { policiesScenario } from './policies.ts';
import { proxiedScenario } from './proxied.ts';
import { readWorkloads } from './reads.ts';
import { steadyWorkload } from './steady.ts';
import { wideScenario } from './wide.ts';
import { workersScenario } from './workers.ts';
import type { Scenario, Workload } from './workload.ts';
import { writeWorkloads } from './writes.ts';

const named = (name: string): Workload =>
  [...readWorkloads, ...writeWorkloads, ...applyWorkloads, pagesWorkload].find(
    (workload) => workload.name === name,
  )!;

/** In the order that they run in. */
const workloads: readonly Workload[] = [
  'create',
  'get',
  'get-0',
  'list',
  'list-0',
  'list-gzip',
  'list-proto',
  'list-table',
  'list-500',
  'list-label',
  'list-node',
  'list-node-0',
  'update',
  'patch',
  'patch-status',
  'apply-two',
  'apply-whole',
  'apply-same',
  'delete',
]
  .map(named)
  .concat(agentWorkloads, fanOutWorkloads, steadyWorkload);

const scenarios: readonly Scenario[] = [
  authorizedScenario,
  auditedScenario,
  growthScenario,
  coldScenario,
  wideScenario,
  customScenario,
  policiesScenario,
  proxiedScenario,
  controllersScenario,
  workersScenario,
  greedyScenario,
  fairnessScenario,
  commandLineScenario,
];

export interface Choice {
  readonly workloads: readonly Workload[];
  readonly scenarios: readonly Scenario[];
}

/** Throws for a name that is none. `usual` stands for those that run when nothing is named. */
export function choose(names: readonly string[] = ['usual']): Choice {
  const known = [...workloads, ...scenarios].map(({ name }) => name);
  const unknown = names.find((name) => name !== 'usual' && !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`there is no workload ${unknown}; there are: ${known.join(', ')}`);
  return {
    workloads: workloads.filter(
      ({ name, usual }) => names.includes(name) || (usual && names.includes('usual')),
    ),
    scenarios: scenarios.filter(({ name }) => names.includes(name)),
  };
}
