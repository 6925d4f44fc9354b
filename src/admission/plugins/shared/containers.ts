import type { CoreV1Container, CoreV1EphemeralContainer, CoreV1Pod } from '../../../api/schema/types.gen.ts';
import { FieldPath } from '../../../api/validation/field-errors.ts';

export type AnyContainer = CoreV1Container | CoreV1EphemeralContainer;

export interface PlacedContainer {
  container: AnyContainer;
  path: FieldPath;
}

const spec = FieldPath.of('spec');

/** All containers of a pod, and where they stand: those that go before, the ordinary ones, those that were added. */
export function containersOf({ spec: given }: CoreV1Pod): PlacedContainer[] {
  const { initContainers, containers, ephemeralContainers } = given;
  const lists = { initContainers, containers, ephemeralContainers };
  return Object.entries(lists).flatMap(([field, list]) =>
    (list ?? []).map((container, index) => ({ container, path: spec.child(field).index(index) })),
  );
}

/** Visits those that a pod is created with. */
export function eachContainer({ spec: given }: CoreV1Pod, visit: (container: CoreV1Container) => void): void {
  for (const container of given.initContainers ?? []) visit(container);
  for (const container of given.containers ?? []) visit(container);
}
