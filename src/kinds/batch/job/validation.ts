import type { BatchV1Job, BatchV1JobSpec } from '../../../api/schema/types.gen.ts';
import { validateLabelSelectorObject } from '../../../api/selectors/label-selector.ts';
import { type FieldError, FieldPath, required } from '../../../api/validation/field-errors.ts';
import { validateJobSpecFields } from '../../shared/job-spec-validation.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { unchanged, unchangedSelector } from '../../shared/unchanged.ts';
import { usableSelector, validateTemplateMatches } from '../../shared/workload/selector.ts';
import { validateTemplateUnchanged } from './scheduling.ts';
import { validateGeneratedSelector } from './selector.ts';

const specPath = FieldPath.of('spec');

export function validateJob(job: BatchV1Job, api: ServedApi, old?: BatchV1Job): FieldError[] {
  return [...validateGeneratedSelector(job), ...validateSpec(job.spec, api, old?.spec)];
}

/** An update reports the problems of the spec twice; the API always did. */
export function validateJobUpdate(job: BatchV1Job, old: BatchV1Job, api: ServedApi): FieldError[] {
  const same = (name: 'completions' | 'completionMode') =>
    unchanged(job.spec[name], old.spec[name], specPath.child(name));
  return [
    ...validateJob(job, api, old),
    ...validateSpec(job.spec, api, old.spec),
    ...same('completions'),
    ...unchangedSelector(job.spec.selector, old.spec.selector, specPath.child('selector')),
    ...validateTemplateUnchanged(job, old, specPath.child('template')),
    ...same('completionMode'),
  ];
}

function validateSpec(spec: BatchV1JobSpec, api: ServedApi, old?: BatchV1JobSpec): FieldError[] {
  const path = specPath.child('selector');
  const { selector } = spec;
  const usable = usableSelector(selector ?? null);
  return [
    ...validateJobSpecFields(spec, specPath, { api, old: old?.template }),
    ...(selector === undefined ? [required(path)] : validateLabelSelectorObject(selector, path)),
    ...(usable === undefined
      ? []
      : validateTemplateMatches(usable, spec.template, specPath.child('template'))),
  ];
}
