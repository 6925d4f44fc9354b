import type {
  CoreV1Affinity,
  CoreV1PodAffinityTerm,
  MetaV1LabelSelector,
} from '../../../../api/schema/types.gen.ts';
import { labelValue } from '../../../../api/validation/names.ts';

/** Whether a stored pod has what later releases no longer let in: then it may keep it. */

const isBad = (value: string): boolean => labelValue(value).length > 0;

/** Whether a node that the pod must run on is asked for by values that no label can have. */
export function hasBadNodeValues(affinity: CoreV1Affinity | undefined): boolean {
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (required?.nodeSelectorTerms ?? []).some(({ matchExpressions = [] }) =>
    matchExpressions.some(({ values = [] }) => values.some(isBad)),
  );
}

/** Whether other pods are asked for by such values. */
export function hasBadSelectorValues(affinity: CoreV1Affinity | undefined): boolean {
  return [affinity?.podAffinity, affinity?.podAntiAffinity].some((pods) =>
    [
      ...(pods?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
      ...(pods?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((one) => one.podAffinityTerm),
    ].some(isBadTerm),
  );
}

const isBadTerm = ({ labelSelector, namespaceSelector }: CoreV1PodAffinityTerm): boolean =>
  isBadSelector(labelSelector) || isBadSelector(namespaceSelector);

const isBadSelector = (selector: MetaV1LabelSelector | undefined): boolean =>
  (selector?.matchExpressions ?? []).some(({ values = [] }) => values.some(isBad));
