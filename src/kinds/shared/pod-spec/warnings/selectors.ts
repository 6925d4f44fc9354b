import type {
  CoreV1Affinity,
  CoreV1PodAffinity,
  MetaV1LabelSelector,
} from '../../../../api/schema/types.gen.ts';
import type { FieldPath } from '../../../../api/validation/field-errors.ts';

const [hard, soft] = [
  'requiredDuringSchedulingIgnoredDuringExecution',
  'preferredDuringSchedulingIgnoredDuringExecution',
] as const;

/** The warning that no pod is found. */
export const warnOfNoSelector = (
  { labelSelector }: { labelSelector?: MetaV1LabelSelector },
  path: FieldPath,
): string[] =>
  labelSelector === undefined
    ? [`${path.child('labelSelector')}: a null labelSelector results in matching no pod`]
    : [];

/** Warnings about terms that find no other pod. */
export function warnOfAffinity(affinity: CoreV1Affinity | undefined, path: FieldPath): string[] {
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap((name) => {
    const pods = affinity?.[name];
    return pods === undefined ? [] : warnOfTerms(pods, path.child(name));
  });
}

const warnOfTerms = (affinity: CoreV1PodAffinity, path: FieldPath): string[] => [
  ...(affinity[hard] ?? []).flatMap((term, index) => warnOfNoSelector(term, path.child(hard).index(index))),
  ...(affinity[soft] ?? []).flatMap(({ podAffinityTerm }, index) =>
    warnOfNoSelector(podAffinityTerm, path.child(soft).index(index).child('podAffinityTerm')),
  ),
];
