import type { CoreV1Node, CoreV1Taint } from '../../api/schema/types.gen.ts';

/** Condition of a node, its status, and the taint (below `node.…/`) that a node in this condition has. */
const taintOfCondition: readonly (readonly [type: string, status: string, taint: string])[] = [
  ['Ready', 'False', 'not-ready'],
  ['Ready', 'Unknown', 'unreachable'],
  ['MemoryPressure', 'True', 'memory-pressure'],
  ['DiskPressure', 'True', 'disk-pressure'],
  ['NetworkUnavailable', 'True', 'network-unavailable'],
  ['PIDPressure', 'True', 'pid-pressure'],
];
const unschedulable = 'unschedulable';
const effect = 'NoSchedule';

/**
 * Returns the taints that a node is to have, undefined when they are right. `prefix` is `node.` and the label domain.
 * Taints of other keys or effects stay as they are. A node that has not said anything yet keeps its not-ready taint.
 *
 * Example: a node with Ready True, MemoryPressure True and the taint not-ready is to have memory-pressure alone.
 */
export function taintsByConditions(
  { spec, status }: CoreV1Node,
  prefix: string,
  now: string,
): CoreV1Taint[] | undefined {
  const conditions = status?.conditions ?? [];
  const statusOf = (type: string): string | undefined =>
    conditions.find((condition) => condition.type === type)?.status;
  if (statusOf('Ready') === undefined) return undefined;
  const wanted = taintOfCondition
    .filter(([type, state]) => statusOf(type) === state)
    .map(([, , taint]) => `${prefix}/${taint}`);
  if (spec?.unschedulable) wanted.push(`${prefix}/${unschedulable}`);
  const own = new Set(
    [...taintOfCondition.map(([, , taint]) => taint), unschedulable].map((n) => `${prefix}/${n}`),
  );
  const present = spec?.taints ?? [];
  const isOwn = (taint: CoreV1Taint): boolean => taint.effect === effect && own.has(taint.key);
  const kept = present.filter((taint) => !isOwn(taint) || wanted.includes(taint.key));
  const missing = wanted.filter((key) => !present.some((taint) => isOwn(taint) && taint.key === key));
  if (missing.length === 0 && kept.length === present.length) return undefined;
  return [...kept, ...missing.map((key) => ({ key, effect, timeAdded: now }))];
}
