import type { CoreV1PodStatus } from '../../../api/schema/types.gen.ts';
import type { PodRules } from './validation.ts';

/** Takes over from the stored status what a node agent of an older release does not send. */
export function keepStatusParts(status: CoreV1PodStatus, old: CoreV1PodStatus, { gates }: PodRules): void {
  if (gates.isIn('1.32') && !status.qosClass && old.qosClass) status.qosClass = old.qosClass;
  if (gates.isIn('1.33')) keepObservedGenerations(status, old);
}

/** Nothing, or 0, says that the sender does not know generations. Conditions are found by their type, in order. */
function keepObservedGenerations(status: CoreV1PodStatus, old: CoreV1PodStatus): void {
  if (!status.observedGeneration && old.observedGeneration) {
    status.observedGeneration = old.observedGeneration;
  }
  const before = new Map(old.conditions?.map((condition) => [condition.type, condition]));
  for (const condition of status.conditions ?? []) {
    const generation = before.get(condition.type)?.observedGeneration;
    if (!condition.observedGeneration && generation) condition.observedGeneration = generation;
  }
}
