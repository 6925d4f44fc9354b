import type { BatchV1JobSpec, CoreV1PodTemplateSpec } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { goQuote } from '../../../util/quote.ts';
import { validateOneOf } from '../field-checks.ts';
import { validatePodTemplateSpec } from '../pod-spec/index.ts';
import type { ServedApi } from '../served-api.ts';
import { nonNegative } from '../workload/counters.ts';
import { jobFeatures } from './features.ts';
import { validateManagedBy } from './managed-by.ts';
import { validatePerIndex } from './per-index.ts';
import { validatePodFailurePolicy } from './pod-failure-policy.ts';
import { validateSuccessPolicy } from './success-policy.ts';

const completionModes = ['NonIndexed', 'Indexed'];
const restartPolicies = ['OnFailure', 'Never'];
/** Limit for Indexed jobs, whose indexes are all tracked. */
const maxParallelIndexed = 100_000;

/**
 * Validates the fields that Jobs and job templates have in common, without the selector. `old` is the stored pod
 * template.
 */
export function validateJobSpecFields(
  spec: BatchV1JobSpec,
  path: FieldPath,
  { api, old }: { api: ServedApi; old?: CoreV1PodTemplateSpec | undefined },
): FieldError[] {
  const counts = [
    'parallelism',
    'completions',
    'activeDeadlineSeconds',
    'backoffLimit',
    'ttlSecondsAfterFinished',
  ] as const;
  const templatePath = path.child('template');
  const restartPath = templatePath.child('spec', 'restartPolicy');
  const { actions } = jobFeatures(api.gates);
  return [
    ...validateEach(counts, (name) => nonNegative(spec[name], path.child(name))),
    ...validatePerIndex(spec, path),
    ...validateManagedBy(spec.managedBy, path.child('managedBy')),
    ...validateCompletionMode(spec, path),
    ...validatePodFailurePolicy(spec, path.child('podFailurePolicy'), actions),
    ...validateSuccessPolicy(spec, path.child('successPolicy')),
    ...validateReplacement(spec, path.child('podReplacementPolicy')),
    ...validatePodTemplateSpec(spec.template, templatePath, api, { old }),
    ...validateRestartPolicy(spec.template, restartPath),
    ...validateNeverRestarts(spec, restartPath),
  ];
}

function validateCompletionMode(
  { completionMode, completions, parallelism = 0 }: BatchV1JobSpec,
  path: FieldPath,
): FieldError[] {
  if (completionMode === undefined || completionMode === 'NonIndexed') return [];
  if (completionMode !== 'Indexed') {
    return [notSupported(path.child('completionMode'), completionMode, completionModes)];
  }
  const tooParallel = `must be less than or equal to ${maxParallelIndexed} when completion mode is Indexed`;
  return [
    ...(completions === undefined
      ? [required(path.child('completions'), 'when completion mode is Indexed')]
      : []),
    ...(parallelism > maxParallelIndexed
      ? [invalid(path.child('parallelism'), parallelism, tooParallel)]
      : []),
  ];
}

/** A pod whose failure is looked at cannot be started again before. */
function validateReplacement(
  { podReplacementPolicy: policy, podFailurePolicy }: BatchV1JobSpec,
  path: FieldPath,
): FieldError[] {
  const choices = podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
  return validateOneOf(policy, path, choices);
}

function validateNeverRestarts(
  { podFailurePolicy, template }: BatchV1JobSpec,
  path: FieldPath,
): FieldError[] {
  const { restartPolicy } = template.spec;
  // Any other policy is refused as such.
  if (podFailurePolicy === undefined || restartPolicy !== 'OnFailure') return [];
  return [invalid(path, restartPolicy, 'only "Never" is supported when podFailurePolicy is specified')];
}

/** 'Always' is the default of pods: it is reported like a missing value. */
function validateRestartPolicy({ spec }: CoreV1PodTemplateSpec, path: FieldPath): FieldError[] {
  const { restartPolicy } = spec;
  if (!restartPolicy || restartPolicy === 'Always') {
    return [required(path, `valid values: ${restartPolicies.map((text) => goQuote(text)).join(', ')}`)];
  }
  return restartPolicies.includes(restartPolicy) ? [] : [notSupported(path, restartPolicy, restartPolicies)];
}
