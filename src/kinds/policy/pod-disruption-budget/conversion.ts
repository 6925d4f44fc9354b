import type { Dialect } from '../../../api/meta/dialect.ts';
import type { MetaV1LabelSelector, PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

/**
 * An empty selector picks no pod in the older version and every pod in the newer one. What the other one means by
 * it is said with a label that no pod has:
 *
 *     older                            newer
 *     {}                               {key Exists}          nothing
 *     {key DoesNotExist}               {}                    everything
 */
export function olderVersion({ label }: Dialect): VersionRules {
  const key = `pdb.${label}/deprecated-v1beta1-empty-selector-match`;
  const some = (operator: string): MetaV1LabelSelector => ({ matchExpressions: [{ key, operator }] });
  const convert = (meanings: readonly (readonly [from: string, to: MetaV1LabelSelector])[]) => {
    const known = new Map(meanings);
    return (budget: PolicyV1PodDisruptionBudget) => {
      const { selector } = budget.spec;
      if (selector === undefined) return budget;
      budget.spec.selector = known.get(meaningOf(selector, key)) ?? without(selector, key);
      return budget;
    };
  };
  return {
    toStored: convert([
      ['', some('Exists')],
      ['DoesNotExist', {}],
    ]),
    fromStored: convert([
      ['Exists', {}],
      ['', some('DoesNotExist')],
    ]),
  };
}

/** The operator, when the selector asks for nothing but that about the key; '' when it asks for nothing at all. */
function meaningOf({ matchLabels = {}, matchExpressions = [] }: MetaV1LabelSelector, key: string): string {
  if (Object.keys(matchLabels).length > 0) return 'something';
  const [first, ...others] = matchExpressions;
  if (first === undefined) return '';
  const isAlone = others.length === 0 && first.key === key && (first.values ?? []).length === 0;
  return isAlone ? first.operator : 'something';
}

/** In any other selector the key means nothing. */
function without(selector: MetaV1LabelSelector, key: string): MetaV1LabelSelector {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return {
    matchLabels: Object.fromEntries(Object.entries(matchLabels).filter(([name]) => name !== key)),
    matchExpressions: matchExpressions.filter((expression) => expression.key !== key),
  };
}
