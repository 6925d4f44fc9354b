import type { CoreV1PodTemplate } from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import {
  applyPodTemplateDefaults,
  dropDisabledTemplateFields,
  validatePodTemplateSpec,
} from '../../shared/pod-spec/index.ts';
import { templateWarnings } from '../../shared/pod-spec/warnings/pod-warnings.ts';
import { table } from './table.ts';

const templatePath = FieldPath.of('template');

/** A template of pods that stands by itself. */
export function podTemplate(api: KindDependencies): KindRules<CoreV1PodTemplate> {
  const { allowPrivileged = true } = api;
  const validate = ({ template }: CoreV1PodTemplate, old?: CoreV1PodTemplate): FieldError[] =>
    validatePodTemplateSpec(template, templatePath, api, {
      allowPrivileged,
      old: old?.template,
    });
  return {
    group: '',
    kind: 'PodTemplate',
    applyDefaults: ({ template }) => applyPodTemplateDefaults(template, api),
    validateName: nameIsDnsSubdomain,
    prepareForCreate: ({ template }) => dropDisabledTemplateFields(template, api),
    prepareForUpdate: ({ template }, old) => dropDisabledTemplateFields(template, api, old.template),
    validateCreate: (object) => validate(object),
    validateUpdate: validate,
    tracksGeneration: true,
    specOf: ({ template }) => template,
    deletion: { answersWithObject: true },
    warnings: templateWarnings(({ template }) => template, templatePath, api),
    table,
  };
}
