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
import { validateContainers, validateImageEdges } from './containers.ts';
import type { ContainerContext } from './options.ts';

/** Containers that are added to a running pod to look into it. */
export function validateEphemeralContainers(
  { ephemeralContainers = [], containers, initContainers = [] }: CoreV1PodSpec,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  const names = new Set([...(containers ?? []), ...initContainers].map(({ name }) => name));
  return validateEach(ephemeralContainers, (container, index) => {
    const containerPath = path.index(index);
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
      ...validateAllowedFields(container, containerPath),
    ];
  });
}

/** Fields that ephemeral containers must not have. */
const servingFields = [
  'ports',
  'resources',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const;

function validateAllowedFields(container: CoreV1EphemeralContainer, path: FieldPath): FieldError[] {
  const text = 'cannot be set for an Ephemeral Container';
  return servingFields
    .filter((field) =>
      field === 'resources' ? !isEmptyValue(container[field]) : container[field] !== undefined,
    )
    .map((field) => forbidden(path.child(field), text));
}
