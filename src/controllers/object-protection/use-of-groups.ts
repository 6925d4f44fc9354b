import type { CoreV1Pod } from '../../api/schema/types.gen.ts';

/** Whether a pod belongs to the group of this name, and has not ended. */
export const usesGroup = ({ spec, status }: CoreV1Pod, name: string): boolean =>
  spec?.schedulingGroup?.podGroupName === name && status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
