import { equalValues } from '../../../api/json/json-values.ts';
import type {
  CoreV1Container,
  CoreV1Pod,
  CoreV1PodSpec,
  CoreV1Toleration,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { differenceText } from '../../shared/difference.ts';
import { validateRange } from '../../shared/field-checks.ts';
import { goDifference } from '../../shared/go-types/index.ts';
import {
  maxInt32,
  type PodFeatures,
  podFeatures,
  validateImageEdges,
  validateTolerations,
} from '../../shared/pod-spec/index.ts';
import { validateAnnotationUpdate } from './annotation-update.ts';
import { validateNarrowed, validateOpenedGates, withOldNodes } from './gated-update.ts';
import { withOldAmounts } from './resize-validation.ts';
import { resizesOnUpdate, validateSameClass } from './update-resize.ts';
import { type PodRules, validateAnnotations, validateSpec } from './validation.ts';

const specPath = FieldPath.of('spec');

/**
 * A pod runs as it was made; images, the deadline and tolerations are nearly all that may change. Of a spec that is as
 * it was nothing is asked: it was let in.
 */
export function validateUpdate(pod: CoreV1Pod, old: CoreV1Pod, rules: PodRules): FieldError[] {
  const isSame = equalValues(pod.spec, old.spec);
  return [
    ...validateAnnotations(pod, rules, old),
    ...(isSame ? [] : validateSpec(pod, rules, old)),
    ...validateAnnotationUpdate(pod, old, rules),
    ...(isSame ? [] : validateSpecUpdate(pod, old, rules)),
  ];
}

/** Steps, of which a failed one makes the rest pointless. */
function validateSpecUpdate(pod: CoreV1Pod, oldPod: CoreV1Pod, rules: PodRules): FieldError[] {
  const { spec } = pod;
  const { spec: old } = oldPod;
  const errors: FieldError[] = [];
  for (const list of ['containers', 'initContainers'] as const) {
    const path = specPath.child(list);
    const containers = spec[list] ?? [];
    if (containers.length !== (old[list] ?? []).length) {
      return [...errors, forbidden(path, 'pod updates may not add or remove containers')];
    }
    errors.push(...validateImages(containers, path));
  }
  const { problem, isFinal } = deadlineError(spec, old);
  errors.push(...problem);
  if (isFinal) return errors;
  return [
    ...errors,
    ...validateTolerationUpdate(spec.tolerations, old.tolerations, rules),
    ...validateOpenedGates(spec.schedulingGates, old.schedulingGates),
    ...(resizesOnUpdate(podFeatures(rules.gates)) ? validateSameClass(pod, oldPod) : []),
    ...validateUnchanged(spec, old, rules),
  ];
}

function validateImages(containers: readonly CoreV1Container[], path: FieldPath): FieldError[] {
  return validateEach(containers, (container, index) => [
    ...(container.image ? [] : [required(path.index(index).child('image'))]),
    ...validateImageEdges([container], path).map((error) => ({
      ...error,
      field: path.index(index).child('image').toString(),
    })),
  ]);
}

/** The deadline may only come closer. */
function deadlineError(
  { activeDeadlineSeconds: deadline }: CoreV1PodSpec,
  { activeDeadlineSeconds: before }: CoreV1PodSpec,
): { problem: FieldError[]; isFinal: boolean } {
  const path = specPath.child('activeDeadlineSeconds');
  if (deadline === undefined) {
    const text = 'must not update from a positive integer to nil value';
    return { problem: before === undefined ? [] : [invalid(path, null, text)], isFinal: false };
  }
  const range = validateRange(deadline, path, [0, maxInt32]);
  if (range.length > 0) return { problem: range, isFinal: true };
  const isLater = before !== undefined && deadline > before;
  const text = 'must be less than or equal to previous value';
  return { problem: isLater ? [invalid(path, deadline, text)] : [], isFinal: isLater };
}

/** Whatever the time. */
const whatIsTolerated = ({ key, operator, value, effect }: CoreV1Toleration): string =>
  JSON.stringify([key, operator, value, effect]);

/** More may be tolerated, or for another time; what is tolerated stays. */
function validateTolerationUpdate(
  tolerations: readonly CoreV1Toleration[] = [],
  old: readonly CoreV1Toleration[] = [],
  rules: PodRules,
): FieldError[] {
  const path = specPath.child('tolerations');
  const kept = new Set(tolerations.map(whatIsTolerated));
  return old.every((before) => kept.has(whatIsTolerated(before)))
    ? validateTolerations(tolerations, path, rules)
    : [forbidden(path, 'existing toleration can not be modified except its tolerationSeconds')];
}

const mutable = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
];
const resources = '`spec.containers[*].resources` (for CPU/memory only)';

/** The fields that may change, as each release lists them. */
function mutableText({ since27, since32, resizesInPlace }: PodFeatures): string {
  if (!since27) return `${mutable.slice(0, 3).join(', ')}, ${mutable[3]} or ${mutable[4]}`;
  return [...mutable, ...(resizesInPlace && !since32 ? [resources] : [])].join();
}

function validateUnchanged(spec: CoreV1PodSpec, old: CoreV1PodSpec, rules: PodRules): FieldError[] {
  const features = podFeatures(rules.gates);
  const isGated = Boolean(old.schedulingGates?.length) && features.since27;
  const narrowed = isGated ? validateNarrowed(spec, old) : [];
  const { schedulingGates: _, ...rest } = withOldParts(
    isGated ? withOldNodes(spec, old) : spec,
    old,
    resizesOnUpdate(features),
  );
  const { schedulingGates, ...before } = old;
  if (equalValues(rest, before)) return narrowed;
  const kept = schedulingGates === undefined ? rest : { ...rest, schedulingGates };
  const difference = features.since33 ? goDifference('PodSpec', kept, old) : differenceText(kept, old);
  const text = `pod updates may not change fields other than ${mutableText(features)}`;
  return [...narrowed, forbidden(specPath, `${text}\n${difference}`)];
}

/** The spec with what may change as it was before. `resizes`: so may what containers get. */
function withOldParts(spec: CoreV1PodSpec, old: CoreV1PodSpec, resizes: boolean): CoreV1PodSpec {
  const { terminationGracePeriodSeconds: grace } = spec;
  const wasNegative = (old.terminationGracePeriodSeconds ?? 0) < 0;
  return {
    ...spec,
    containers:
      withOldImages(resizes ? withOldResources(spec, old) : spec.containers, old.containers) ?? null,
    initContainers: withOldImages(spec.initContainers, old.initContainers),
    activeDeadlineSeconds: old.activeDeadlineSeconds,
    tolerations: old.tolerations,
    terminationGracePeriodSeconds: wasNegative && grace === 1 ? old.terminationGracePeriodSeconds : grace,
  };
}

type Containers = CoreV1Container[] | null | undefined;

const withOldImages = (containers: Containers, old: Containers): CoreV1Container[] | undefined =>
  containers?.map((container, index) => ({ ...container, image: old?.[index]?.image }));

const withOldResources = ({ containers }: CoreV1PodSpec, old: CoreV1PodSpec): Containers =>
  containers?.map((container, index) => withOldAmounts(container, old.containers![index]!));
