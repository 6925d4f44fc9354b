import { GoText, goLabelSelector } from '../../../api/go-format/go-syntax.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type {
  AppsV1StatefulSet,
  AppsV1StatefulSetSpec,
  CoreV1PodTemplateSpec,
} from '../../../api/schema/types.gen.ts';
import { validateLabels } from '../../../api/selectors/label-selector.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateAnnotations } from '../../../api/validation/metadata-validation.ts';
import { validateLabelFormat } from '../../shared/field-checks.ts';
import { asGo } from '../../shared/go-types/index.ts';
import { podContext, validatePodAnnotations } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { nonNegative } from '../../shared/workload/counters.ts';
import { goStrategy } from '../../shared/workload/go-strategy.ts';
import {
  goIntOrPercent,
  type IntOrPercent,
  isNothing,
  validateAtMostAll,
  validateIntOrPercent,
} from '../../shared/workload/int-or-percent.ts';
import { validateRunsForever } from '../../shared/workload/replicated-template.ts';
import { usableSelector, validateSelector, validateTemplateMatches } from '../../shared/workload/selector.ts';
import { setFeatures } from './features.ts';
import { validateClaimTemplates, validateWholeTemplate } from './template.ts';

const specPath = FieldPath.of('spec');
const templatePath = specPath.child('template');

/** `old` is the stored object, on an update. */
function validateStatefulSet(
  { spec }: AppsV1StatefulSet,
  api: ServedApi,
  old?: AppsV1StatefulSet,
): FieldError[] {
  const features = setFeatures(api.gates);
  const checksValues = features.selectorValues;
  return [
    ...validatePodManagementPolicy(spec),
    ...validateUpdateStrategy(spec),
    ...validateRetentionPolicy(spec),
    ...nonNegative(spec.replicas, specPath.child('replicas')),
    ...nonNegative(spec.minReadySeconds, specPath.child('minReadySeconds')),
    ...nonNegative(spec.ordinals?.start, specPath.child('ordinals.start')),
    ...validateSelector(spec.selector, specPath.child('selector'), 'statefulset', { checksValues }),
    ...validateTemplate(spec, api, old?.spec.template),
    ...validateRunsForever(spec.template, templatePath, 'StatefulSet'),
  ];
}

/** The pod itself is not looked at: its problems show when the controller makes it. */
function validateTemplate(
  { selector, template }: AppsV1StatefulSetSpec,
  api: ServedApi,
  old: CoreV1PodTemplateSpec | undefined,
): FieldError[] {
  const usable = usableSelector(selector);
  if (usable === undefined)
    return [invalid(specPath.child('selector'), selector && goLabelSelector(selector), '')];
  const { metadata, spec } = template;
  const annotationsPath = templatePath.child('annotations');
  return [
    ...validateTemplateMatches(usable, template, templatePath),
    ...validateLabels(metadata.labels, templatePath.child('labels')),
    ...validateAnnotations(metadata.annotations, annotationsPath),
    ...validatePodAnnotations(metadata, spec, annotationsPath, podContext(api, { old })),
  ];
}

/** A new set, whose service and claims are looked at as well. */
export function validateStatefulSetCreate(set: AppsV1StatefulSet, api: ServedApi): FieldError[] {
  const { namesService, validatesTemplate } = setFeatures(api.gates);
  const { serviceName } = set.spec;
  return [
    ...validateStatefulSet(set, api),
    ...(namesService && serviceName ? validateLabelFormat(serviceName, specPath.child('serviceName')) : []),
    ...(validatesTemplate
      ? [...validateWholeTemplate(set.spec, api, undefined), ...validateClaimTemplates(set.spec, api)]
      : []),
  ];
}

/** A template that was let in by an earlier release is not looked at again. */
function validateNewTemplate(set: AppsV1StatefulSet, old: AppsV1StatefulSet, api: ServedApi): FieldError[] {
  if (!setFeatures(api.gates).validatesTemplate) return [];
  const errors = validateWholeTemplate(set.spec, api, old.spec.template);
  if (errors.length === 0) return [];
  const before = [
    ...validateStatefulSet(old, api, old),
    ...validateWholeTemplate(old.spec, api, old.spec.template),
  ];
  return before.length === 0 ? errors : [];
}

export function validateStatefulSetUpdate(
  set: AppsV1StatefulSet,
  old: AppsV1StatefulSet,
  api: ServedApi,
): FieldError[] {
  const { mutable } = setFeatures(api.gates);
  const listed = mutable.map((name) => `'${name}'`);
  const text = `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`;
  return [
    ...validateStatefulSet(set, api, old),
    ...validateNewTemplate(set, old, api),
    ...(equalValues(fixedPart(set.spec, mutable), fixedPart(old.spec, mutable))
      ? []
      : [forbidden(specPath, `updates to statefulset spec for fields other than ${text} are forbidden`)]),
  ];
}

const fixedPart = (spec: AppsV1StatefulSetSpec, mutable: readonly string[]): object =>
  Object.fromEntries(Object.entries(spec).filter(([name]) => !mutable.includes(name)));

function validatePodManagementPolicy({
  podManagementPolicy: policy = '',
}: AppsV1StatefulSetSpec): FieldError[] {
  const path = specPath.child('podManagementPolicy');
  if (policy === '') return [required(path)];
  return policy === 'OrderedReady' || policy === 'Parallel'
    ? []
    : [invalid(path, policy, "must be 'OrderedReady' or 'Parallel'")];
}

function validateUpdateStrategy({ updateStrategy }: AppsV1StatefulSetSpec): FieldError[] {
  const { type = '', rollingUpdate } = updateStrategy;
  const path = specPath.child('updateStrategy');
  const rollingUpdatePath = path.child('rollingUpdate');
  switch (type) {
    case '':
      return [required(path)];
    case 'OnDelete':
      return rollingUpdate === undefined
        ? []
        : [
            invalid(
              rollingUpdatePath,
              new GoText(
                `apps.RollingUpdateStatefulSetStrategy{Partition:${rollingUpdate.partition ?? 0}}`,
                asGo('RollingUpdateStatefulSetStrategy', rollingUpdate).json,
              ),
              "only allowed for updateStrategy 'RollingUpdate'",
            ),
          ];
    case 'RollingUpdate':
      return [
        ...nonNegative(rollingUpdate?.partition, rollingUpdatePath.child('partition')),
        ...validateUnavailable(rollingUpdate?.maxUnavailable, rollingUpdatePath.child('maxUnavailable')),
      ];
    default:
      return [
        invalid(
          path,
          goStrategy(updateStrategy, 'StatefulSetUpdateStrategy', 'RollingUpdateStatefulSetStrategy'),
          "must be 'RollingUpdate' or 'OnDelete'",
        ),
      ];
  }
}

function validateUnavailable(value: IntOrPercent | undefined, path: FieldPath): FieldError[] {
  if (value === undefined) return [];
  return [
    ...validateIntOrPercent(value, path),
    ...(isNothing(value) ? [invalid(path, goIntOrPercent(value), 'cannot be 0')] : []),
    ...validateAtMostAll(value, path),
  ];
}

function validateRetentionPolicy({
  persistentVolumeClaimRetentionPolicy: policy,
}: AppsV1StatefulSetSpec): FieldError[] {
  if (policy === undefined) return [];
  const path = specPath.child('persistentVolumeClaimRetentionPolicy');
  const choices = ['Retain', 'Delete'];
  return (['whenDeleted', 'whenScaled'] as const)
    .filter((when) => !choices.includes(policy[when] ?? ''))
    .map((when) => notSupported(path.child(when), policy[when] ?? '', choices));
}
