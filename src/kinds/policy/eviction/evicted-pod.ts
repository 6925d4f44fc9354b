import type { CoreV1Pod, CoreV1PodCondition } from '../../../api/schema/types.gen.ts';

const type = 'DisruptionTarget';

/** Says in the conditions of a pod that it is evicted. `now` as metadata has it. */
export function markEvicted({ metadata, status }: CoreV1Pod, now: string, observesGeneration: boolean): void {
  const conditions = (status.conditions ??= []);
  const index = conditions.findIndex((condition) => condition.type === type);
  const before = conditions[index];
  const condition: CoreV1PodCondition = {
    type,
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: before?.status === 'True' ? before.lastTransitionTime : now,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  if (observesGeneration && metadata.generation !== undefined)
    condition.observedGeneration = Number(metadata.generation);
  if (index === -1) conditions.push(condition);
  else conditions[index] = condition;
}
