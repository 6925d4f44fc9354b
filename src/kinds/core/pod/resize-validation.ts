import { equalValues } from '../../../api/json/json-values.ts';
import type {
  CoreV1Container,
  CoreV1Pod,
  CoreV1PodSpec,
  CoreV1ResourceRequirements,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { mirrorAnnotation, type PodFeatures, podFeatures, qosClassOf } from '../../shared/pod-spec/index.ts';
import { validatePodLevelResize } from './pod-level-resize.ts';
import { type PodRules, validateAnnotations, validateSpec } from './validation.ts';

const specPath = FieldPath.of('spec');
const lists = ['containers', 'initContainers'] as const;

/** A resize changes how much CPU and memory containers get, and nothing else. */
export function validateResize(pod: CoreV1Pod, old: CoreV1Pod, rules: PodRules): FieldError[] {
  const features = podFeatures(rules.gates);
  const refused = refusal(pod, old, rules);
  if (refused !== undefined) return [forbidden('', refused)];
  const errors = [
    ...validateAnnotations(pod, rules, old),
    ...validateSpec(pod, rules, old),
    ...validatePodLevelResize(pod.spec.resources, old.spec.resources, rules),
    ...validateQosClass(pod, old),
    ...(isSupported(old) ? [] : [forbidden(specPath, 'Pod running on node without support for resize')]),
  ];
  const moved = validateOrder(pod.spec, old.spec, features);
  if (moved.length > 0) return [...errors, ...moved];
  return [
    ...errors,
    ...lists.flatMap((list) =>
      validateEach(pod.spec[list] ?? [], (container, index) =>
        validateKept(container, old.spec[list]![index]!, specPath.child(list).index(index)),
      ),
    ),
    ...validateNothingElse(pod.spec, old.spec, rules),
  ];
}

/** The reason why no resize of the pod is possible; undefined if one is. */
function refusal(
  { metadata }: CoreV1Pod,
  { metadata: oldMetadata, spec, status }: CoreV1Pod,
  rules: PodRules,
) {
  const mirror = mirrorAnnotation(rules.dialect);
  const annotations = oldMetadata.annotations ?? metadata.annotations;
  if (annotations?.[mirror] !== undefined) return 'static pods cannot be resized';
  if (spec.os?.name === 'windows') return 'windows pods cannot be resized';
  if (status.nodeAllocatableResourceClaimStatuses?.length) {
    return 'pods with node allocatable resource claims cannot be resized';
  }
  if (spec.resources === undefined || rules.gates.isOn('InPlacePodLevelResourcesVerticalScaling')) {
    return undefined;
  }
  return rules.gates.isIn('1.35')
    ? 'resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled'
    : 'pods with pod-level resources cannot be resized';
}

function validateQosClass({ spec }: CoreV1Pod, { spec: oldSpec, status }: CoreV1Pod): FieldError[] {
  const before = status.qosClass || qosClassOf(oldSpec);
  return qosClassOf(spec) === before
    ? []
    : [invalid(specPath, status.qosClass ?? '', 'Pod QOS Class may not change as a result of resizing')];
}

/** Whether the node tells what the first container that runs has got. */
function isSupported({ status: { containerStatuses = [] } }: CoreV1Pod): boolean {
  const running = containerStatuses.find(({ state }) => state.running !== undefined);
  return running === undefined || running.resources !== undefined;
}

function validateOrder(spec: CoreV1PodSpec, old: CoreV1PodSpec, { since33 }: PodFeatures): FieldError[] {
  return lists
    .filter((list) => since33 || list === 'containers')
    .flatMap((list) => {
      const [after, before] = [spec[list] ?? [], old[list] ?? []];
      const path = specPath.child(list);
      if (after.length !== before.length) {
        return [forbidden(path, `${list} may not be added or removed on resize`)];
      }
      return after.every(({ name }, index) => name === before[index]!.name)
        ? []
        : [forbidden(path, `${list} may not be renamed or reordered on resize`)];
    });
}

function validateKept(
  { resources }: CoreV1Container,
  { resources: before }: CoreV1Container,
  path: FieldPath,
): FieldError[] {
  const at = path.child('resources');
  const removed = (list: 'limits' | 'requests') =>
    Object.keys(before[list] ?? {}).some((name) => !Object.hasOwn(resources[list] ?? {}, name));
  return [
    ...(removed('limits') ? [forbidden(at.child('limits'), 'resource limits cannot be removed')] : []),
    ...(removed('requests') ? [forbidden(at.child('requests'), 'resource requests cannot be removed')] : []),
  ];
}

const text = 'only cpu and memory resources are mutable';

function validateNothingElse(spec: CoreV1PodSpec, old: CoreV1PodSpec, rules: PodRules): FieldError[] {
  const differs = (container: CoreV1Container, before: CoreV1Container) =>
    !equalValues(withOldAmounts(container, before), before);
  const containers = (spec.containers ?? []).map((container, index) =>
    differs(container, old.containers![index]!) ? [forbidden(specPath, text)] : [],
  );
  const initContainers = (spec.initContainers ?? []).map((container, index) =>
    validateInitContainer(container, old.initContainers![index]!, index, rules, differs),
  );
  return [...containers.flat(), ...initContainers.flat()];
}

function validateInitContainer(
  container: CoreV1Container,
  old: CoreV1Container,
  index: number,
  { gates }: PodRules,
  differs: (container: CoreV1Container, old: CoreV1Container) => boolean,
): FieldError[] {
  const resizesAll = gates.isOn('InPlacePodVerticalScalingInitContainers');
  const path = specPath.child('initContainers').index(index);
  const isSidecar = old.restartPolicy === 'Always';
  if (!resizesAll) {
    if (isSidecar) return differs(container, old) ? [forbidden(specPath, text)] : [];
    return equalValues(container, old)
      ? []
      : [forbidden(specPath, 'resources for non-sidecar init containers are immutable')];
  }
  if (equalValues(container, old)) return [];
  const restarts = old.resizePolicy?.some(({ restartPolicy }) => restartPolicy === 'RestartContainer');
  if (!isSidecar && restarts) {
    const refused = 'non-sidecar init containers with a resize policy of RestartContainer cannot be resized';
    return [forbidden(path, refused)];
  }
  return differs(container, old)
    ? [forbidden(specPath, 'only cpu and memory resources for init or sidecar containers are mutable')]
    : [];
}

/** The container with the CPU and memory of before. It has no claims: a container with claims cannot be resized. */
export function withOldAmounts(
  container: CoreV1Container,
  { resources: before }: CoreV1Container,
): CoreV1Container {
  const { limits, requests } = container.resources;
  const resources: CoreV1ResourceRequirements = {};
  const [oldLimits, oldRequests] = [withOld(limits, before.limits), withOld(requests, before.requests)];
  if (oldLimits !== undefined) resources.limits = oldLimits;
  if (oldRequests !== undefined) resources.requests = oldRequests;
  return { ...container, resources };
}

type Amounts = Record<string, string> | undefined;

function withOld(amounts: Amounts, old: Amounts): Amounts {
  const { cpu: _, memory: __, ...others } = amounts ?? {};
  const kept = Object.entries(old ?? {}).filter(([name]) => name === 'cpu' || name === 'memory');
  const all = { ...others, ...Object.fromEntries(kept) };
  return Object.keys(all).length === 0 ? undefined : all;
}
