import type { CoreV1Pod, CoreV1PodCondition } from '../../../api/schema/types.gen.ts';
import {
  dropDisabledPodFields,
  mergeLabelKeys,
  podFeatures,
  qosClassOf,
  syncAppArmor,
  syncSeccomp,
} from '../../shared/pod-spec/index.ts';
import type { PodRules } from './validation.ts';

/** Sets what a new pod has of the server. Keys of annotations that fields have taken the place of. */
export function prepareForCreate(pod: CoreV1Pod, rules: PodRules, now: string): string[] {
  const { spec } = pod;
  const features = podFeatures(rules.gates);
  pod.status = { phase: 'Pending', qosClass: qosClassOf(spec) };
  dropDisabledPodFields(spec, rules);
  if (spec.schedulingGates?.length)
    pod.status.conditions = [{ ...gated, lastTransitionTime: features.since33 ? now : null }];
  syncSeccomp(pod, rules);
  const outdated = features.since30 ? syncAppArmor(pod, rules) : [];
  mergeLabelKeys(pod, features);
  return outdated;
}

const gated: Omit<CoreV1PodCondition, 'lastTransitionTime'> = {
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
};
