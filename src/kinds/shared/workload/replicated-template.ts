import { goLabelSelector } from '../../../api/go-format/go-syntax.ts';
import type { CoreV1PodTemplateSpec, MetaV1LabelSelector } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
} from '../../../api/validation/field-errors.ts';
import { validatePodTemplateSpec, validateReadOnlyDisks } from '../pod-spec/index.ts';
import type { ServedApi } from '../served-api.ts';
import { usableSelector, validateTemplateMatches } from './selector.ts';

interface Replicated {
  replicas?: number;
  selector: MetaV1LabelSelector | null;
  template: CoreV1PodTemplateSpec;
}

/** The template of a kind that runs any number of equal pods. `specPath` is that of `spec`, `old` what is stored. */
export function validateReplicatedTemplate(
  { replicas = 0, selector, template }: Replicated,
  specPath: FieldPath,
  api: ServedApi,
  old: CoreV1PodTemplateSpec | undefined,
): FieldError[] {
  const usable = usableSelector(selector);
  if (usable === undefined)
    return [
      invalid(specPath.child('selector'), selector && goLabelSelector(selector), 'invalid label selector'),
    ];
  const path = specPath.child('template');
  return [
    ...validateTemplateMatches(usable, template, path),
    ...validatePodTemplateSpec(template, path, api, { old }),
    ...(replicas > 1 ? validateReadOnlyDisks(template, path, api) : []),
    ...validateRunsForever(template, path, 'ReplicaSet'),
  ];
}

/** Pods of a workload never end by themselves. `kind` stands in the text about a deadline. */
export function validateRunsForever(
  { spec }: CoreV1PodTemplateSpec,
  templatePath: FieldPath,
  kind: string,
): FieldError[] {
  const path = templatePath.child('spec');
  const { restartPolicy = '', activeDeadlineSeconds } = spec;
  const deadlineText = `activeDeadlineSeconds in ${kind} is not Supported`;
  return [
    ...(restartPolicy === 'Always'
      ? []
      : [notSupported(path.child('restartPolicy'), restartPolicy, ['Always'])]),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [forbidden(path.child('activeDeadlineSeconds'), deadlineText)]),
  ];
}
