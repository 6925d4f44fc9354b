import { isSentEmpty } from '../../../api/json/sent-empty.ts';
import type { CoreV1EphemeralContainer, CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import {
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  notFound,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { isEmptyValue } from '../field-checks.ts';
import { validateContainer, validateContainerName } from './container.ts';
import { validateContainers, validateImageEdge, validateImageEdges } from './containers.ts';
import type { ContainerContext } from './options.ts';

/** Containers that are added to a running pod to look into it. */
export function validateEphemeralContainers(
  { ephemeralContainers = [], containers, initContainers = [] }: CoreV1PodSpec,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const targets = new Set([...(containers ?? []), ...initContainers].map(({ name }) => name));
  const names = new Set(targets);
  return validateEach(ephemeralContainers, (container, index) => {
    const containerPath = path.index(index);
    if (context.features.since25) return validateOne(container, containerPath, context, { names, targets });
    const target = container.targetContainerName;
    const errors =
      target && !names.has(target) ? [notFound(containerPath.child('targetContainerName'), target)] : [];
    if (container.name === '') {
      return [...errors, required(containerPath, 'ephemeralContainer requires a name')];
    }
    const again = names.has(container.name);
    names.add(container.name);
    return [
      ...errors,
      // Each is a list of its own to the API: `ephemeralContainers[0][0].image`.
      ...validateContainers([container], containerPath, context),
      ...validateImageEdges([container], containerPath),
      ...(again ? [duplicate(containerPath.child('name'), container.name)] : []),
      ...validateAllowedFields(container, containerPath, context.gates.isIn('1.24')),
    ];
  });
}

/** `names`: those of all containers before it. `targets`: those of containers that are not ephemeral. */
function validateOne(
  container: CoreV1EphemeralContainer,
  path: FieldPath,
  context: ContainerContext,
  { names, targets }: { names: Set<string>; targets: ReadonlySet<string> },
): FieldError[] {
  const { name, targetContainerName: target } = container;
  const isTaken = names.has(name);
  names.add(name);
  const text = 'cannot be set for an Ephemeral Container';
  return [
    ...validateContainerName(container, path),
    ...validateContainer(container, path, context),
    ...validateImageEdge(container, path),
    ...(isTaken ? [duplicate(path.child('name'), name)] : []),
    ...(target && !targets.has(target) ? [notFound(path.child('targetContainerName'), target)] : []),
    ...validateAllowedFields(container, path, context.gates.isIn('1.24')),
    ...validateEach(container.volumeMounts ?? [], (mount, index) =>
      (['subPath', 'subPathExpr'] as const)
        .filter((field) => mount[field])
        .map((field) => forbidden(path.child('volumeMounts').index(index).child(field), text)),
    ),
  ];
}

/** Fields that ephemeral containers must not have. */
const servingFields = [
  'ports',
  'resources',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
] as const;

/** `countsEmpty`: a list that was sent empty is set as well. */
function validateAllowedFields(
  container: CoreV1EphemeralContainer,
  path: FieldPath,
  countsEmpty: boolean,
): FieldError[] {
  const text = 'cannot be set for an Ephemeral Container';
  const isSet = (field: keyof CoreV1EphemeralContainer): boolean =>
    container[field] !== undefined || (countsEmpty && isSentEmpty(container, field));
  return servingFields
    .filter((field) => (field === 'resources' ? !isEmptyValue(container[field]) : isSet(field)))
    .map((field) => forbidden(path.child(field), text));
}
