import type { CoreV1Pod, CoreV1PodAffinityTerm } from '../../schema/types.gen.ts';
import type { Scope } from './evaluator.ts';
import { isSelected } from './selected.ts';

/** Which scopes a pod is in. The fields that decide it are few, and kept without the rest of the pod. */
export function podScopes({ spec, status }: CoreV1Pod): (scope: Scope) => boolean {
  const deadline = spec.activeDeadlineSeconds;
  const isTerminating = deadline !== undefined && deadline !== null && deadline >= 0;
  const isBestEffort = status?.qosClass === 'BestEffort';
  const className = spec.priorityClassName ?? '';
  const looksAround = looksIntoOtherNamespaces(spec.affinity);
  return (scope) => {
    switch (scope.scopeName) {
      case 'Terminating':
        return isTerminating;
      case 'NotTerminating':
        return !isTerminating;
      case 'BestEffort':
        return isBestEffort;
      case 'NotBestEffort':
        return !isBestEffort;
      case 'PriorityClass':
        return isSelected(className, scope);
      case 'CrossNamespacePodAffinity':
        return looksAround;
      default:
        return false;
    }
  };
}

function looksIntoOtherNamespaces(affinity: CoreV1Pod['spec']['affinity']): boolean {
  const isAround = ({ namespaces, namespaceSelector }: CoreV1PodAffinityTerm): boolean =>
    (namespaces ?? []).length > 0 || Boolean(namespaceSelector);
  return [affinity?.podAffinity, affinity?.podAntiAffinity].some(
    (one) =>
      (one?.requiredDuringSchedulingIgnoredDuringExecution ?? []).some(isAround) ||
      (one?.preferredDuringSchedulingIgnoredDuringExecution ?? []).some(({ podAffinityTerm }) =>
        isAround(podAffinityTerm),
      ),
  );
}
