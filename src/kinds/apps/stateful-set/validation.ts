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
import { podContext, validatePodAnnotations } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { nonNegative } from '../../shared/workload/counters.ts';
import { goStrategy } from '../../shared/workload/go-strategy.ts';
import { validateRunsForever } from '../../shared/workload/replicated-template.ts';
import { usableSelector, validateSelector, validateTemplateMatches } from '../../shared/workload/selector.ts';

const specPath = FieldPath.of('spec');
const templatePath = specPath.child('template');

/** `old` is the stored object, on an update. */
export function validateStatefulSet(
  { spec }: AppsV1StatefulSet,
  api: ServedApi,
  old?: AppsV1StatefulSet,
): FieldError[] {
  return [
    ...validatePodManagementPolicy(spec),
    ...validateUpdateStrategy(spec),
    ...validateRetentionPolicy(spec),
    ...nonNegative(spec.replicas, specPath.child('replicas')),
    ...nonNegative(spec.minReadySeconds, specPath.child('minReadySeconds')),
    ...validateSelector(spec.selector, specPath.child('selector'), 'statefulset'),
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

const mutable: readonly (keyof AppsV1StatefulSetSpec)[] = [
  'replicas',
  'template',
  'updateStrategy',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
];

export function validateStatefulSetUpdate(
  set: AppsV1StatefulSet,
  old: AppsV1StatefulSet,
  api: ServedApi,
): FieldError[] {
  const listed = mutable.map((name) => `'${name}'`);
  const text = `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`;
  return [
    ...validateStatefulSet(set, api, old),
    ...(equalValues(fixedPart(set.spec), fixedPart(old.spec))
      ? []
      : [forbidden(specPath, `updates to statefulset spec for fields other than ${text} are forbidden`)]),
  ];
}

const fixedPart = (spec: AppsV1StatefulSetSpec): object =>
  Object.fromEntries(Object.entries(spec).filter(([name]) => !(mutable as readonly string[]).includes(name)));

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
              new GoText(`apps.RollingUpdateStatefulSetStrategy{Partition:${rollingUpdate.partition ?? 0}}`),
              "only allowed for updateStrategy 'RollingUpdate'",
            ),
          ];
    case 'RollingUpdate':
      return nonNegative(rollingUpdate?.partition, rollingUpdatePath.child('partition'));
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
