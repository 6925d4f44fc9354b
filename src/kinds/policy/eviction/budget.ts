import { forbiddenError, StatusError, type StatusReason } from '../../../api/meta/status.ts';
import type { CoreV1Pod, PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { labelSelectorFromObject, SelectorError } from '../../../api/selectors/label-selector.ts';

type Budget = PolicyV1PodDisruptionBudget;

/** More pods on their way out than any controller keeps up with. */
const maxDisrupted = 2_000;

/** The budgets of its namespace that a pod is under. A selector that breaks the rules selects nothing. */
export function budgetsOf({ metadata }: CoreV1Pod, budgets: readonly Budget[]): Budget[] {
  const { labels = {} } = metadata;
  if (Object.keys(labels).length === 0) return [];
  return budgets.filter(({ spec }) => {
    try {
      return labelSelectorFromObject(spec.selector).matches(labels);
    } catch (error) {
      if (error instanceof SelectorError) return false;
      throw error;
    }
  });
}

/** Enough pods are healthy without this one, as long as it is not ready. */
export function isHealthyWithout({ status }: Budget): boolean {
  return status.desiredHealthy > 0 && status.currentHealthy >= status.desiredHealthy;
}

/** Takes one disruption off a budget, for this pod. Throws TooManyRequests or Forbidden. `now` as metadata has it. */
export function takeDisruption(budget: Budget, podName: string, now: string): void {
  const { metadata, status } = budget;
  const { name = '' } = metadata;
  if (Number(status.observedGeneration ?? 0) < Number(metadata.generation ?? 0)) throw stillProcessed(name);
  if (status.disruptionsAllowed < 0) throw unusable(name, 'pdb disruptions allowed is negative');
  if (Object.keys(status.disruptedPods ?? {}).length > maxDisrupted) {
    throw unusable(name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller');
  }
  if (status.disruptionsAllowed === 0) {
    const { desiredHealthy, currentHealthy } = status;
    throw wouldViolate(
      `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
    );
  }
  status.disruptionsAllowed -= 1;
  if (status.disruptionsAllowed === 0) setExhausted(budget, now);
  // The controller counts the pod as gone from now on, whether or not it sees it go.
  status.disruptedPods = { ...status.disruptedPods, [podName]: now };
}

/** The condition says what the number says. */
function setExhausted({ status }: Budget, now: string): void {
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

const unusable = (name: string, why: string) =>
  forbiddenError({ group: 'policy', resource: 'poddisruptionbudget' }, name, why);

/** What the budget says is about an older wish. */
export const stillProcessed = (name: string): StatusError =>
  wouldViolate(`The disruption budget ${name} is still being processed by the server.`);

function wouldViolate(cause: string): StatusError {
  const reason: StatusReason = 'TooManyRequests';
  const message = "Cannot evict pod as it would violate the pod's disruption budget.";
  return new StatusError(429, reason, message, { causes: [{ reason: 'DisruptionBudget', message: cause }] });
}
