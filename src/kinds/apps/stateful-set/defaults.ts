import type { AppsV1StatefulSet, CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { applyPodTemplateDefaults } from '../../shared/pod-spec/index.ts';
import { roundUpToMilli } from '../../shared/resources/quantities.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { applyRollingDefaults } from '../../shared/workload/rolling-defaults.ts';
import { setFeatures } from './features.ts';

export function applyDefaults({ spec }: AppsV1StatefulSet, api: ServedApi): void {
  const features = setFeatures(api.gates);
  applyUpdateStrategyDefaults(spec.updateStrategy, features.limitsUnavailable);
  if (features.deletesClaims) {
    const { whenDeleted = 'Retain', whenScaled = 'Retain' } = spec.persistentVolumeClaimRetentionPolicy ?? {};
    spec.persistentVolumeClaimRetentionPolicy = { whenDeleted, whenScaled };
  }
  applyPodTemplateDefaults(spec.template, api);
  spec.volumeClaimTemplates?.forEach(applyClaimDefaults);
}

/** Settings for RollingUpdate appear by themselves only when the type does. */
function applyUpdateStrategyDefaults(
  strategy: AppsV1StatefulSet['spec']['updateStrategy'],
  limitsUnavailable: boolean,
): void {
  if (strategy.type === undefined) {
    strategy.type = 'RollingUpdate';
    strategy.rollingUpdate ??= {};
  }
  if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate !== undefined) {
    applyRollingDefaults(
      strategy,
      limitsUnavailable ? { partition: 0, maxUnavailable: 1 } : { partition: 0 },
    );
  }
}

/** A template of a claim is a whole claim, but for its kind, which is no field of it here. */
function applyClaimDefaults(claim: CoreV1PersistentVolumeClaim): void {
  roundUpToMilli(
    claim.spec.resources.limits,
    claim.spec.resources.requests,
    claim.status.capacity,
    claim.status.allocatedResources,
  );
}
