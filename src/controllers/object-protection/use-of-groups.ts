import type { CoreV1Pod } from '../../api/schema/types.gen.ts';

/** Whether a pod belongs to the group of this name, and has not ended. */
export const usesGroup = (pod: CoreV1Pod, name: string): boolean =>
  pod.spec?.schedulingGroup?.podGroupName === name && !hasEnded(pod);

export const hasEnded = ({ status }: CoreV1Pod): boolean =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed';
