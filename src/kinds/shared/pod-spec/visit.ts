import type {
  CoreV1Container,
  CoreV1EphemeralContainer,
  CoreV1PodSpec,
} from '../../../api/schema/types.gen.ts';
import type { FieldPath } from '../../../api/validation/field-errors.ts';

export type AnyContainer = CoreV1Container | CoreV1EphemeralContainer;

/** All containers, in the order in which they start: init, app, ephemeral. */
export function allContainers(spec: CoreV1PodSpec): AnyContainer[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
}

/** The same with their paths. */
export function allContainersWithPaths(
  spec: CoreV1PodSpec,
  path: FieldPath,
): { container: AnyContainer; path: FieldPath }[] {
  return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) => {
    const listPath = path.child(list);
    return (spec[list] ?? []).map((container, index) => ({ container, path: listPath.index(index) }));
  });
}
