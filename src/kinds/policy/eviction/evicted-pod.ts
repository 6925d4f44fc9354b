import { conflict } from '../../../api/meta/status.ts';
import type { CoreV1Pod, CoreV1PodCondition } from '../../../api/schema/types.gen.ts';
import type { DeleteOptions } from '../../../registry/write/delete-options.ts';

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

/** Refuses an eviction of another pod of the name, or of an older state of it. Throws Conflict. */
export function checkPreconditions({ metadata }: CoreV1Pod, { preconditions }: DeleteOptions): void {
  const { name = '', uid = '', resourceVersion = '' } = metadata;
  const wanted = preconditions ?? {};
  const refuse = (field: string, asked: string, found: string, end: string): Error =>
    conflict(
      { group: '', resource: 'Pod' },
      name,
      `the ${field} in the precondition (${asked}) does not match the ${field} in record (${found}). The object might have been ${end}`,
    );
  if (wanted.uid && wanted.uid !== uid) throw refuse('UID', wanted.uid, uid, 'deleted and then recreated');
  if (wanted.resourceVersion && wanted.resourceVersion !== resourceVersion)
    throw refuse('ResourceVersion', wanted.resourceVersion, resourceVersion, 'modified');
}
