import type {
  CoreV1Pod,
  CoreV1PodAffinity,
  CoreV1PodAffinityTerm,
  MetaV1LabelSelector,
  MetaV1LabelSelectorRequirement,
} from '../../../api/schema/types.gen.ts';
import type { PodFeatures } from './features.ts';

type Labels = Readonly<Record<string, string>>;

/** Adds to selectors the values that the pod itself has of the labels named beside them. */
export function mergeLabelKeys({ metadata: { labels = {} }, spec }: CoreV1Pod, features: PodFeatures): void {
  const { affinity, topologySpreadConstraints } = spec;
  if (features.mergesAffinityKeys && affinity !== undefined) {
    const { podAffinity, podAntiAffinity } = affinity;
    if (podAffinity !== undefined) affinity.podAffinity = withTerms(podAffinity, labels);
    if (podAntiAffinity !== undefined) affinity.podAntiAffinity = withTerms(podAntiAffinity, labels);
  }
  if (features.mergesSpreadKeys && topologySpreadConstraints !== undefined) {
    spec.topologySpreadConstraints = topologySpreadConstraints.map((constraint) => ({
      ...constraint,
      ...withValues(constraint.labelSelector, requirements(constraint.matchLabelKeys, 'In', labels)),
    }));
  }
}

const [hard, soft] = [
  'requiredDuringSchedulingIgnoredDuringExecution',
  'preferredDuringSchedulingIgnoredDuringExecution',
] as const;

function withTerms(affinity: CoreV1PodAffinity, labels: Labels): CoreV1PodAffinity {
  const merged = { ...affinity };
  const { [hard]: required, [soft]: preferred } = affinity;
  if (required !== undefined) merged[hard] = required.map((term) => withKeys(term, labels));
  if (preferred !== undefined) {
    merged[soft] = preferred.map((one) => ({
      ...one,
      podAffinityTerm: withKeys(one.podAffinityTerm, labels),
    }));
  }
  return merged;
}

const withKeys = (term: CoreV1PodAffinityTerm, labels: Labels): CoreV1PodAffinityTerm => ({
  ...term,
  ...withValues(term.labelSelector, [
    ...requirements(term.matchLabelKeys, 'In', labels),
    ...requirements(term.mismatchLabelKeys, 'NotIn', labels),
  ]),
});

const requirements = (
  keys: readonly string[] = [],
  operator: string,
  labels: Labels,
): MetaV1LabelSelectorRequirement[] =>
  keys.flatMap((key) => (Object.hasOwn(labels, key) ? [{ key, operator, values: [labels[key]!] }] : []));

/** Without a selector there is nothing to add to. */
function withValues(
  selector: MetaV1LabelSelector | undefined,
  added: readonly MetaV1LabelSelectorRequirement[],
): { labelSelector?: MetaV1LabelSelector } {
  if (selector === undefined || added.length === 0) return {};
  const { matchExpressions = [] } = selector;
  return { labelSelector: { ...selector, matchExpressions: [...matchExpressions, ...added] } };
}
