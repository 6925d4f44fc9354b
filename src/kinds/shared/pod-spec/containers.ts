import type { CoreV1Container } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateContainer, validateContainerName } from './container.ts';
import { validateLifecycle } from './handlers.ts';
import type { ContainerContext } from './options.ts';
import { validateHostPorts } from './ports.ts';
import { validateProbes } from './probes.ts';
import { validateContainerRestart, validateInitResizePolicy, validateInitRestart } from './restart-rules.ts';

/** Containers that run at the same time. */
export function validateContainers(
  containers: readonly CoreV1Container[],
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  if (containers.length === 0) return [required(path)];
  return [
    ...(context.features.since25
      ? validateOneByOne(containers, path, context)
      : validateContainerList(containers, path, context)),
    ...validateHostPorts(containers, path),
  ];
}

/** All problems of a container come before those of the next one. */
function validateOneByOne(
  containers: readonly CoreV1Container[],
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const taken = new Set<string>();
  return validateEach(containers, (container, index) => {
    const at = path.index(index);
    const isTaken = taken.has(container.name);
    taken.add(container.name);
    return [
      ...validateContainerName(container, at),
      ...validateContainer(container, at, context),
      ...(isTaken ? [duplicate(at.child('name'), container.name)] : []),
      ...validateRuns(container, at, context),
      ...validateContainerRestart(container, at, context),
    ];
  });
}

/** Validates fields that only containers have that run as long as the pod does. */
function validateRuns(container: CoreV1Container, path: FieldPath, context: ContainerContext): FieldError[] {
  return [
    ...validateLifecycle(container, path.child('lifecycle'), context),
    ...validateProbes(container, path),
  ];
}

/** Init containers run one after the other: they may have the same ports. */
export function validateInitContainers(
  initContainers: readonly CoreV1Container[] = [],
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const taken = new Set(context.spec.containers?.map(({ name }) => name));
  const validateName = ({ name }: CoreV1Container, at: FieldPath): FieldError[] => {
    const isTaken = taken.has(name);
    if (name !== '') taken.add(name);
    return isTaken ? [duplicate(at.child('name'), name)] : [];
  };
  // The index in the paths of these is always 0.
  const validatePorts = (container: CoreV1Container): FieldError[] =>
    container.ports ? validateHostPorts([container], path) : [];
  if (!context.features.since25) {
    return [
      ...validateContainerList(initContainers, path, context),
      ...validateEach(initContainers, validatePorts),
      ...validateEach(initContainers, (container, index) => [
        ...validateName(container, path.index(index)),
        ...validateRunsOnce(container, path.index(index), context),
      ]),
    ];
  }
  return validateEach(initContainers, (container, index) => {
    const at = path.index(index);
    return [
      ...validateContainerName(container, at),
      ...validateContainer(container, at, context),
      ...validateInitRestart(container, at, context),
      ...validateName(container, at),
      ...validatePorts(container),
      ...(isSidecar(container)
        ? validateRuns(container, at, context)
        : validateRunsOnce(container, at, context)),
      ...validateInitResizePolicy(container, at, context),
    ];
  });
}

/** Whether an init container runs as long as the pod does. */
const isSidecar = ({ restartPolicy }: CoreV1Container): boolean => restartPolicy === 'Always';

const onlyWhenRunning = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const;

/** Init containers that end before the pod starts have no probes. */
function validateRunsOnce(
  container: CoreV1Container,
  path: FieldPath,
  { features: { since25, since28 } }: ContainerContext,
): FieldError[] {
  const text = since28
    ? 'may not be set for init containers without restartPolicy=Always'
    : 'may not be set for init containers';
  return onlyWhenRunning
    .filter((field) => container[field] !== undefined)
    .map((field) =>
      since25
        ? forbidden(path.child(field), text)
        : invalid(path.child(field), container[field], 'must not be set for init containers'),
    );
}

function validateContainerList(
  containers: readonly CoreV1Container[],
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const taken = new Set<string>();
  return validateEach(containers, (container, index) => {
    const containerPath = path.index(index);
    const errors = validateContainerName(container, containerPath);
    if (taken.has(container.name)) errors.push(duplicate(containerPath.child('name'), container.name));
    taken.add(container.name);
    const others = validateContainer(container, containerPath, context);
    return others.length === 0 ? errors : [...errors, ...others];
  });
}

/** Go's idea of white space. */
const edgeBlank =
  /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

/** Checks images of pods, not of templates: there an image of blanks has been in use as a placeholder. */
export function validateImageEdges(
  containers: readonly CoreV1Container[] = [],
  path: FieldPath,
): FieldError[] {
  return validateEach(containers, (container, index) => validateImageEdge(container, path.index(index)));
}

export const validateImageEdge = ({ image = '' }: CoreV1Container, path: FieldPath): FieldError[] =>
  edgeBlank.test(image)
    ? [invalid(path.child('image'), image, 'must not have leading or trailing whitespace')]
    : [];
