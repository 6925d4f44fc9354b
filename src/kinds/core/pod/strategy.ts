import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { DeletionRules, KindRules } from '../../../registry/kind-rules.ts';
import type { Clock } from '../../../util/clock.ts';
import { dropDisabledPodFields, podFeatures } from '../../shared/pod-spec/index.ts';
import { prepareForCreate } from './create.ts';
import { keepStatusParts } from './status-update.ts';
import { validateStatusUpdate } from './status-validation.ts';
import { proposesResize, resizesOnUpdate } from './update-resize.ts';
import { validateUpdate } from './update-validation.ts';
import { type PodRules, validateCreate } from './validation.ts';

/** `outdated`: is told the annotations of a new pod that fields have taken the place of. */
export function strategy(
  rules: PodRules,
  clock: Clock,
  outdated: (pod: CoreV1Pod, keys: readonly string[]) => void,
) {
  const marksResize = resizesOnUpdate(podFeatures(rules.gates));
  return {
    tracksGeneration: rules.gates.isIn('1.33'),
    prepareForCreate: (pod) => outdated(pod, prepareForCreate(pod, rules, timeNow(clock.now()))),
    validateCreate: (pod) => validateCreate(pod, rules),
    prepareForUpdate(pod, old) {
      pod.status = old.status;
      dropDisabledPodFields(pod.spec, rules, old.spec);
      if (marksResize && proposesResize(pod, old)) pod.status = { ...old.status, resize: 'Proposed' };
    },
    validateUpdate: (pod, old) => validateUpdate(pod, old, rules),
    status: {
      keeps: ['ownerReferences'],
      prepareForUpdate(pod, old) {
        pod.spec = old.spec;
        // Old node agents send owners back with fields missing, which the collector would act upon.
        const { ownerReferences } = old.metadata;
        if (ownerReferences === undefined) delete pod.metadata.ownerReferences;
        else pod.metadata.ownerReferences = ownerReferences;
        keepStatusParts(pod.status, old.status, rules);
      },
      validateUpdate: (pod, old) => validateStatusUpdate(pod, old, rules),
    },
    deletion: { answersWithObject: true, gracePeriodSeconds },
  } satisfies Partial<KindRules<CoreV1Pod>>;
}

/** A pod that runs nowhere, or no longer, has nothing to finish. */
const gracePeriodSeconds: DeletionRules<CoreV1Pod>['gracePeriodSeconds'] = ({ spec, status }, wanted) => {
  if (!spec.nodeName || status.phase === 'Succeeded' || status.phase === 'Failed') return 0;
  const seconds = wanted ?? Number(spec.terminationGracePeriodSeconds ?? 0);
  return seconds < 0 ? 1 : seconds;
};
