import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1PersistentVolume } from '../../../api/schema/types.gen.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';
import type { Clock } from '../../../util/clock.ts';

type Volume = CoreV1PersistentVolume;

/** The status is written apart, and knows when its phase was reached. */
export function volumeStrategy(clock: Clock, gates: FeatureGates) {
  const now = () => timeNow(clock.now());
  const knowsTransitions = gates.isOn('PersistentVolumeLastPhaseTransitionTime');
  return {
    prepareForCreate(volume) {
      volume.status = { phase: 'Pending' };
      if (knowsTransitions) volume.status.lastPhaseTransitionTime = now();
    },
    prepareForUpdate(volume, old) {
      volume.status = old.status;
    },
    status: {
      prepareForUpdate(volume, old) {
        volume.spec = old.spec;
        const { status } = volume;
        if (!knowsTransitions) return;
        const before = old.status.lastPhaseTransitionTime;
        if (status.phase === old.status.phase) {
          if (before !== undefined) status.lastPhaseTransitionTime ??= before;
        } else if (
          status.lastPhaseTransitionTime === undefined ||
          status.lastPhaseTransitionTime === before
        ) {
          status.lastPhaseTransitionTime = now();
        }
      },
    },
  } satisfies Partial<KindRules<Volume>>;
}
