import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import type { TableRowCondition, TableRules } from '../../../registry/kind-rules.ts';
import { agoText, column, tableOf, wideColumn } from '../../shared/table.ts';
import { countContainers, type PodSummary, summarize, summaryRules } from './summary.ts';

/** A pod with what several of its cells are made of. */
type SummarizedPod = CoreV1Pod & { summary: PodSummary; total: number };

const { columns, cells } = tableOf<SummarizedPod>([
  column(
    'Ready',
    'string',
    'How many of the containers run and are ready.',
    ({ summary, total }) => `${summary.ready}/${total}`,
  ),
  column('Status', 'string', 'What the pod is doing, or why it is not.', ({ summary }) => summary.status),
  column(
    'Restarts',
    'string',
    'How often containers were started again, and when the last time was.',
    ({ summary }, now) => restartsText(summary, now),
  ),
  wideColumn(
    'IP',
    'string',
    'Address of the pod, once it has one.',
    ({ status }) => status.podIPs?.[0]?.ip || '<none>',
  ),
  wideColumn('Node', 'string', 'The node that runs the pod.', ({ spec }) => spec.nodeName || '<none>'),
  wideColumn(
    'Nominated Node',
    'string',
    'The node on which room is being made for the pod.',
    ({ status }) => status.nominatedNodeName || '<none>',
  ),
  wideColumn(
    'Readiness Gates',
    'string',
    'How many of the extra conditions for being ready are met.',
    gatesText,
  ),
]);

export function podTable(gates: FeatureGates): TableRules<CoreV1Pod> {
  const rules = summaryRules(gates);
  return {
    columns,
    cells: (pod, now) =>
      cells({ ...pod, summary: summarize(pod, rules), total: countContainers(pod, rules) }, now),
    conditions: ({ status }) => {
      const condition = endConditions.get(status.phase ?? '');
      return condition === undefined ? [] : [condition];
    },
  };
}

/** `3`, `3 (5m ago)`. */
function restartsText({ restarts, lastRestart }: PodSummary, now: number): string {
  if (lastRestart === undefined) return `${restarts}`;
  return `${restarts} (${agoText(lastRestart, now)} ago)`;
}

/** `1/2`: conditions that are met, of those that are asked for. */
function gatesText({ spec: { readinessGates = [] }, status: { conditions = [] } }: CoreV1Pod): string {
  if (readinessGates.length === 0) return '<none>';
  // Of conditions of one type the first one counts.
  const statuses = new Map(conditions.toReversed().map(({ type, status }) => [type, status]));
  const met = readinessGates.filter(({ conditionType }) => statuses.get(conditionType) === 'True');
  return `${met.length}/${readinessGates.length}`;
}

const completed = (reason: string, message: string): TableRowCondition => ({
  type: 'Completed',
  status: 'True',
  reason,
  message,
});

const endConditions: ReadonlyMap<string, TableRowCondition> = new Map([
  ['Succeeded', completed('Succeeded', 'The pod has completed successfully.')],
  ['Failed', completed('Failed', 'The pod failed.')],
]);
