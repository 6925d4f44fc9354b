import { forbiddenError, StatusError, type StatusReason } from '../../../api/meta/status.ts';
import type { CoreV1Pod, PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { labelSelectorFromObject, SelectorError } from '../../../api/selectors/label-selector.ts';

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

/** Whether pods that are not ready may go whatever the budget says, as those who made it want. */
export const letsUnreadyGo = ({ spec }: Budget): boolean => spec.unhealthyPodEvictionPolicy === 'AlwaysAllow';

/** Whether enough pods are healthy without counting a pod that is not ready. */
export function isHealthyWithout({ status }: Budget): boolean {
  return status.desiredHealthy > 0 && status.currentHealthy >= status.desiredHealthy;
}

const tooFew = ({ status: { desiredHealthy, currentHealthy } }: Budget): string =>
  `needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;

/** The reason why a budget allows nothing, as its condition has it. */
function whyNot(budget: Budget): string {
  const { conditions = [], currentHealthy, desiredHealthy } = budget.status;
  const condition = conditions.find(({ type }) => type === 'DisruptionAllowed');
  const isFalse = condition?.status === 'False';
  const text = 'does not allow evicting pods currently';
  if (isFalse && condition.reason === 'SyncFailed')
    return `${text} because it failed sync: ${condition.message}`;
  if (currentHealthy <= desiredHealthy) return tooFew(budget);
  return isFalse && condition.message ? `${text} (${condition.reason}): ${condition.message}` : text;
}

/**
 * Takes one disruption from a budget for this pod. Throws TooManyRequests or Forbidden. `now` as in metadata.
 * `saysWhy`: the message of a refusal has more reasons than too few pods.
 */
export function takeDisruption(budget: Budget, podName: string, now: string, saysWhy: boolean): void {
  const { metadata, status } = budget;
  const { name = '' } = metadata;
  if (Number(status.observedGeneration ?? 0) < Number(metadata.generation ?? 0))
    throw budgetStillProcessed(name);
  if (status.disruptionsAllowed < 0) throw forbiddenBudget(name, 'pdb disruptions allowed is negative');
  if (Object.keys(status.disruptedPods ?? {}).length > maxDisrupted) {
    throw forbiddenBudget(
      name,
      'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
    );
  }
  if (status.disruptionsAllowed === 0) {
    throw disruptionBudgetError(`The disruption budget ${name} ${saysWhy ? whyNot(budget) : tooFew(budget)}`);
  }
  status.disruptionsAllowed -= 1;
  if (status.disruptionsAllowed === 0) setDisruptionNotAllowed(budget, now);
  // From now on the controller counts the pod as deleted, even before it sees the deletion.
  status.disruptedPods = { ...status.disruptedPods, [podName]: now };
}

/** Sets the condition DisruptionAllowed to False. */
function setDisruptionNotAllowed({ status }: Budget, now: string): void {
  const conditions = (status.conditions ??= []);
  const type = 'DisruptionAllowed';
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
export const budgetStillProcessed = (name: string): StatusError =>
  disruptionBudgetError(`The disruption budget ${name} is still being processed by the server.`);

function disruptionBudgetError(cause: string): StatusError {
  const reason: StatusReason = 'TooManyRequests';
  const message = "Cannot evict pod as it would violate the pod's disruption budget.";
  return new StatusError(429, reason, message, { causes: [{ reason: 'DisruptionBudget', message: cause }] });
}
