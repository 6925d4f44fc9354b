import { equalValues } from '../../../api/json/json-values.ts';
import type { BatchV1Job, BatchV1JobSpec } from '../../../api/schema/types.gen.ts';
import { hasLabelValues, validateLabelSelectorObject } from '../../../api/selectors/label-selector.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Label } from '../../../api/validation/names.ts';
import { asGo } from '../../shared/go-types/index.ts';
import { jobFeatures } from '../../shared/job-spec/features.ts';
import { validateJobSpecFields } from '../../shared/job-spec/validation.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { unchanged, unchangedSelector } from '../../shared/unchanged.ts';
import { usableSelector, validateTemplateMatches } from '../../shared/workload/selector.ts';
import { validateTemplateUnchanged } from './scheduling.ts';
import { requiredPrefix, validateGeneratedSelector } from './selector.ts';
import { trackingAnnotation } from './tracking.ts';

const specPath = FieldPath.of('spec');

export function validateJob(job: BatchV1Job, api: ServedApi, old?: BatchV1Job): FieldError[] {
  const features = jobFeatures(api.gates);
  return [
    ...validateGeneratedSelector(job, requiredPrefix(api, old)),
    ...validateSpec(job.spec, api, old?.spec),
    ...(features.tracksPods && old !== undefined ? validateTracking(job, old, api) : []),
    ...(features.namesPods ? validatePodNames(job) : []),
  ];
}

/** An update reports the problems of the spec twice; the API always did. */
export function validateJobUpdate(job: BatchV1Job, old: BatchV1Job, api: ServedApi): FieldError[] {
  const { spec } = job;
  const features = jobFeatures(api.gates);
  return [
    ...validateJob(job, api, old),
    ...validateSpec(spec, api, old.spec),
    ...validateCompletions(spec, old.spec, features.resizesIndexed),
    ...unchangedSelector(spec.selector, old.spec.selector, specPath.child('selector')),
    ...validateTemplateUnchanged(job, old, specPath.child('template'), features),
    ...(['completionMode', 'backoffLimitPerIndex', 'managedBy'] as const).flatMap((name) =>
      unchanged(spec[name], old.spec[name], specPath.child(name)),
    ),
    ...samePolicy('podFailurePolicy', 'PodFailurePolicy', job, old),
    ...samePolicy('successPolicy', 'SuccessPolicy', job, old),
  ];
}

/** A job whose pods are not counted by finalizers from the start is not counted so later. */
function validateTracking(
  { metadata }: BatchV1Job,
  { metadata: before }: BatchV1Job,
  { dialect }: ServedApi,
): FieldError[] {
  const key = trackingAnnotation(dialect);
  if (metadata.annotations?.[key] === undefined || before.annotations?.[key] !== undefined) return [];
  return [forbidden(FieldPath.of('metadata', 'annotations').key(key), 'cannot add this annotation')];
}

function samePolicy(
  name: 'podFailurePolicy' | 'successPolicy',
  type: string,
  { spec }: BatchV1Job,
  old: BatchV1Job,
): FieldError[] {
  const policy = spec[name];
  if (equalValues(policy, old.spec[name])) return [];
  return [invalid(specPath.child(name), policy && asGo(type, policy), 'field is immutable')];
}

/** An Indexed job may get more or fewer indexes, all of which run at the same time. */
function validateCompletions(
  spec: BatchV1JobSpec,
  old: BatchV1JobSpec,
  resizesIndexed: boolean,
): FieldError[] {
  const path = specPath.child('completions');
  const { completions, parallelism } = spec;
  if (!resizesIndexed || spec.completionMode !== 'Indexed')
    return unchanged(completions, old.completions, path);
  if (completions === undefined || completions === old.completions || completions === parallelism) return [];
  return [invalid(path, completions, 'can only be modified in tandem with spec.parallelism')];
}

/** Pods of Indexed jobs are named for their index. */
function validatePodNames({ metadata, spec }: BatchV1Job): FieldError[] {
  const { completions = 0 } = spec;
  if (spec.completionMode !== 'Indexed' || completions <= 0) return [];
  const last = `${metadata.name ?? ''}-${completions - 1}`;
  if (dns1123Label(last).length === 0) return [];
  const text = `will not able to create pod with invalid DNS label: ${last}`;
  return [invalid(FieldPath.of('metadata', 'name'), metadata.name, text)];
}

function validateSpec(spec: BatchV1JobSpec, api: ServedApi, old?: BatchV1JobSpec): FieldError[] {
  const path = specPath.child('selector');
  const { selector } = spec;
  const usable = usableSelector(selector ?? null);
  const checksValues = jobFeatures(api.gates).selectorValues && hasLabelValues(old?.selector);
  return [
    ...validateJobSpecFields(spec, specPath, { api, old: old?.template }),
    ...(selector === undefined
      ? [required(path)]
      : validateLabelSelectorObject(selector, path, { checksValues })),
    ...(usable === undefined
      ? []
      : validateTemplateMatches(usable, spec.template, specPath.child('template'))),
  ];
}
