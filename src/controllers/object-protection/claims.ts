import type { CoreV1PersistentVolumeClaim } from '../../api/schema/types.gen.ts';
import type { Controller, ControllerDependencies } from '../controller.ts';
import { persistentVolumeClaimsType } from '../shared/resources.ts';
import { protectionByPods } from './by-pods.ts';
import { usesClaim } from './use-of-claims.ts';

export const createClaimProtection = (dependencies: ControllerDependencies): Controller =>
  protectionByPods<CoreV1PersistentVolumeClaim>(dependencies, {
    type: persistentVolumeClaimsType,
    finalizer: `${dependencies.dialect.label}/pvc-protection`,
    metered: 'pvcprotection',
    isUsedBy: (claim, pod) => usesClaim(pod, claim),
    // A pod gives its claims free when it goes; one that stays may do so only once it is being deleted.
    mayFree: ({ metadata }) => Boolean(metadata.deletionTimestamp),
  });
