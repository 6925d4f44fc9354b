import type { Dialect } from '../../../api/meta/dialect.ts';
import type { MetaV1LabelSelector, PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

/**
 * An empty selector matches no pod in v1beta1 and every pod in v1. Conversion expresses the other meaning by a label
 * that no pod has:
 *
 *     v1beta1                          v1                    matches
 *     {}                               {key Exists}          no pod
 *     {key DoesNotExist}               {}                    every pod
 */
export function betaRules({ label }: Dialect): VersionRules {
  const key = `pdb.${label}/deprecated-v1beta1-empty-selector-match`;
  const keySelector = (operator: string): MetaV1LabelSelector => ({ matchExpressions: [{ key, operator }] });
  const convert = (...replacements: [operator: string, selector: MetaV1LabelSelector][]) => {
    const byOperator = new Map(replacements);
    return (budget: PolicyV1PodDisruptionBudget) => {
      const { selector } = budget.spec;
      if (selector === undefined) return budget;
      budget.spec.selector = byOperator.get(soleOperator(selector, key)) ?? withoutKey(selector, key);
      return budget;
    };
  };
  return {
    toStored: convert(['', keySelector('Exists')], ['DoesNotExist', {}]),
    fromStored: convert(['Exists', {}], ['', keySelector('DoesNotExist')]),
  };
}

/** The operator of a selector whose only requirement is about the key, '' of an empty one, else 'other'. */
function soleOperator({ matchLabels = {}, matchExpressions = [] }: MetaV1LabelSelector, key: string): string {
  if (Object.keys(matchLabels).length > 0) return 'other';
  const [first, ...others] = matchExpressions;
  if (first === undefined) return '';
  const isSole = others.length === 0 && first.key === key && (first.values ?? []).length === 0;
  return isSole ? first.operator : 'other';
}

/** In any other selector, requirements about the key are dropped. */
function withoutKey(selector: MetaV1LabelSelector, key: string): MetaV1LabelSelector {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return {
    matchLabels: Object.fromEntries(Object.entries(matchLabels).filter(([name]) => name !== key)),
    matchExpressions: matchExpressions.filter((expression) => expression.key !== key),
  };
}
