import { forbiddenError, StatusError, type StatusReason } from '../../../api/meta/status.ts';
import type { CoreV1Pod, PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { labelSelectorFromObject, SelectorError } from '../../../api/selectors/label-selector.ts';

import type { EvictionRules } from './eviction-rules.ts';

type Budget = PolicyV1PodDisruptionBudget;

/** Limit for evicted pods whose deletion the controller has not yet seen. */
const maxDisrupted = 2_000;

/** The budgets that select a pod, out of those of its namespace. An invalid selector selects nothing. */
export function budgetsFor({ metadata }: CoreV1Pod, budgets: readonly Budget[]): Budget[] {
  const { labels = {} } = metadata;
  if (Object.keys(labels).length === 0) return [];
  return budgets.filter(({ spec }) => {
    try {
      return labelSelectorFromObject(spec.selector).matchesOnce(labels);
    } catch (error) {
      if (error instanceof SelectorError) return false;
      throw error;
    }
  });
}

/** Whether a pod that is not ready may go without using the budget: always, or because enough others are healthy. */
export function letsUnreadyGo({ spec, status }: Budget, { knowsUnhealthyPolicy }: EvictionRules): boolean {
  if (knowsUnhealthyPolicy && spec.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  return status.desiredHealthy > 0 && status.currentHealthy >= status.desiredHealthy;
}

/** Takes one disruption from a budget for this pod. Throws TooManyRequests or Forbidden. `now` as in metadata. */
export function takeDisruption(budget: Budget, podName: string, now: string, rules: EvictionRules): void {
  const { metadata, status } = budget;
  const { name = '' } = metadata;
  if (Number(status.observedGeneration ?? 0) < Number(metadata.generation ?? 0))
    throw budgetStillProcessed(name, rules);
  if (status.disruptionsAllowed < 0) throw forbiddenBudget(name, 'pdb disruptions allowed is negative');
  if (Object.keys(status.disruptedPods ?? {}).length > maxDisrupted) {
    throw forbiddenBudget(
      name,
      'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
    );
  }
  if (status.disruptionsAllowed === 0) {
    throw disruptionBudgetError(rules.explainsRefusals ? explanation(budget) : neededPods(budget));
  }
  status.disruptionsAllowed -= 1;
  if (status.disruptionsAllowed === 0) setDisruptionNotAllowed(budget, now);
  // From now on the controller counts the pod as deleted, even before it sees the deletion.
  status.disruptedPods = { ...status.disruptedPods, [podName]: now };
}

const neededPods = ({ metadata, status }: Budget): string =>
  `The disruption budget ${metadata.name} needs ${status.desiredHealthy} healthy pods and has ${status.currentHealthy} currently`;

/** The reason why a budget allows nothing now: too few healthy pods, or what its controller says. */
function explanation(budget: Budget): string {
  const { metadata, status } = budget;
  const condition = status.conditions?.find((one) => one.type === allowed && one.status === 'False');
  const refusal = `The disruption budget ${metadata.name} does not allow evicting pods currently`;
  if (condition?.reason === 'SyncFailed') return `${refusal} because it failed sync: ${condition.message}`;
  if (status.currentHealthy <= status.desiredHealthy) return neededPods(budget);
  return condition?.message ? `${refusal} (${condition.reason}): ${condition.message}` : refusal;
}

const allowed = 'DisruptionAllowed';

/** Sets the condition DisruptionAllowed to False. */
function setDisruptionNotAllowed({ status }: Budget, now: string): void {
  const conditions = (status.conditions ??= []);
  const type = allowed;
  const index = conditions.findIndex((condition) => condition.type === type);
  const before = conditions[index];
  const condition = {
    type,
    status: 'False',
    ...(status.observedGeneration === undefined ? {} : { observedGeneration: status.observedGeneration }),
    lastTransitionTime: before?.status === 'False' ? before.lastTransitionTime : now,
    reason: 'InsufficientPods',
    message: before?.message ?? '',
  };
  if (index === -1) conditions.push(condition);
  else conditions[index] = condition;
}

const forbiddenBudget = (name: string, why: string) =>
  forbiddenError({ group: 'policy', resource: 'poddisruptionbudget' }, name, why);

/** The status of the budget is older than its spec. */
export const budgetStillProcessed = (name: string, { retryAfter }: EvictionRules): StatusError =>
  disruptionBudgetError(`The disruption budget ${name} is still being processed by the server.`, retryAfter);

function disruptionBudgetError(cause: string, retryAfter = 0): StatusError {
  const reason: StatusReason = 'TooManyRequests';
  const message = "Cannot evict pod as it would violate the pod's disruption budget.";
  const causes = [{ reason: 'DisruptionBudget', message: cause }];
  return new StatusError(
    429,
    reason,
    message,
    retryAfter > 0 ? { causes, retryAfterSeconds: retryAfter } : { causes },
  );
}
