import type { Dialect } from '../../../api/meta/dialect.ts';
import type { CoreV1Pod } from '../../../api/schema/types.gen.ts';
import type { AnyContainer } from '../shared/containers.ts';

/** Whether a pod does anything after the change that it did not do before: little of a pod ever changes. */
export function isSignificantUpdate(
  pod: CoreV1Pod,
  old: CoreV1Pod,
  { label }: Dialect,
  readsSeccompAnnotations: boolean,
): boolean {
  const seccompOf = ({ metadata }: CoreV1Pod, { name }: AnyContainer): string | undefined =>
    metadata.annotations?.[`container.seccomp.security.alpha.${label}/${name}`];
  const isOther = (container: AnyContainer, before: AnyContainer | undefined): boolean =>
    before === undefined ||
    container.image !== before.image ||
    (readsSeccompAnnotations && seccompOf(pod, container) !== seccompOf(old, container));
  const ephemeral = new Map((old.spec.ephemeralContainers ?? []).toReversed().map((one) => [one.name, one]));
  return (
    (['containers', 'initContainers'] as const).some((field) => {
      const [after, before] = [pod.spec[field] ?? [], old.spec[field] ?? []];
      return (
        after.length !== before.length || after.some((container, index) => isOther(container, before[index]))
      );
    }) ||
    (pod.spec.ephemeralContainers ?? []).some((container) =>
      isOther(container, ephemeral.get(container.name)),
    )
  );
}
