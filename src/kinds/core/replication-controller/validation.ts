import { equalValues } from '../../../api/json/json-values.ts';
import type {
  CoreV1PodTemplateSpec,
  CoreV1ReplicationController,
  CoreV1ReplicationControllerSpec,
  CoreV1ReplicationControllerStatus,
} from '../../../api/schema/types.gen.ts';
import { LabelSelector } from '../../../api/selectors/label-selector.ts';
import {
  type FieldError,
  FieldPath,
  invalid,
  notFound,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validatePodTemplateSpec, validateReadOnlyDisks } from '../../shared/pod-spec/index.ts';
import { reporting } from '../../shared/report-twice.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { type CounterOf, noneAbove, nonNegative, nonNegativeFields } from '../../shared/workload/counters.ts';
import { validateRunsForever } from '../../shared/workload/replicated-template.ts';
import { validateTemplateMatches } from '../../shared/workload/selector.ts';

const specPath = FieldPath.of('spec');

export interface ControllerRules extends ServedApi {
  allowPrivileged: boolean;
}

export function validateController(
  { spec }: CoreV1ReplicationController,
  rules: ControllerRules,
  old?: CoreV1ReplicationController,
): FieldError[] {
  const selector = LabelSelector.ofPairs(spec.selector ?? {});
  const { template } = spec;
  return [
    ...nonNegative(spec.minReadySeconds, specPath.child('minReadySeconds')),
    ...(selector.isEmpty() ? [required(specPath.child('selector'))] : []),
    ...nonNegative(spec.replicas, specPath.child('replicas')),
    ...(template === undefined
      ? [required(specPath.child('template'))]
      : validateTemplate({ ...spec, template }, { ...rules, selector, oldTemplate: old?.spec.template })),
  ];
}

interface TemplateRules extends ControllerRules {
  selector: LabelSelector;
  oldTemplate: CoreV1PodTemplateSpec | undefined;
}

function validateTemplate(
  { template, replicas = 0 }: CoreV1ReplicationControllerSpec & { template: CoreV1PodTemplateSpec },
  { selector, oldTemplate: old, ...rules }: TemplateRules,
): FieldError[] {
  const path = specPath.child('template');
  return [
    ...validateTemplateMatches(selector, template, path),
    ...validatePodTemplateSpec(template, path, rules, { allowPrivileged: rules.allowPrivileged, old }),
    ...(replicas > 1 ? validateReadOnlyDisks(template, path, rules) : []),
    ...validateRunsForever(template, path, 'ReplicationController'),
  ];
}

/** Until 1.32 an update reports the problems of the spec twice. */
export function validateControllerUpdate(
  controller: CoreV1ReplicationController,
  old: CoreV1ReplicationController,
  rules: ControllerRules,
): FieldError[] {
  const report = reporting(rules.gates);
  return [
    ...report(validateController(controller, rules, old)),
    ...validateNonConvertible(controller, old, rules),
  ];
}

/** Marked fields came from a newer kind that can say more: a change here could not be taken back there. */
function validateNonConvertible(
  { spec }: CoreV1ReplicationController,
  old: CoreV1ReplicationController,
  { dialect: { label } }: ControllerRules,
): FieldError[] {
  const prefix = `non-convertible.${label}/`;
  const marks = Object.entries(old.metadata.annotations ?? {}).filter(([key]) => key.startsWith(prefix));
  return validateEach(marks, ([key, value]) => {
    const field = key.slice(prefix.length);
    if (!field.includes('selector')) {
      const error = notFound(field, value);
      return [{ ...error, body: `${error.body}: unknown non-convertible field` }];
    }
    if (equalValues(spec.selector, old.spec.selector)) return [];
    return [invalid(specPath.child('selector'), spec.selector, 'cannot update non-convertible selector')];
  });
}

const counters: readonly CounterOf<CoreV1ReplicationControllerStatus>[] = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'observedGeneration',
];

export function validateStatus({ status }: CoreV1ReplicationController): FieldError[] {
  const path = FieldPath.of('status');
  const parts: typeof counters = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'];
  return [
    ...nonNegativeFields(status, path, counters),
    ...noneAbove(status, path, parts, 'replicas', 'status.replicas'),
    ...noneAbove(status, path, ['availableReplicas'], 'readyReplicas', 'readyReplicas'),
  ];
}
