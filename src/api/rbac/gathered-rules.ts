import type { RbacV1ClusterRole, RbacV1PolicyRule } from '../schema/types.gen.ts';
import { labelSelectorFromObject } from '../selectors/label-selector.ts';

/**
 * The rules of all roles that one of the selectors matches, in order of selectors and of `roles`, each rule once. Throws
 * for a selector that makes no sense.
 */
export function gathered(
  { metadata, aggregationRule }: RbacV1ClusterRole,
  roles: readonly RbacV1ClusterRole[],
): RbacV1PolicyRule[] {
  const rules = new Map<string, RbacV1PolicyRule>();
  for (const selector of aggregationRule?.clusterRoleSelectors ?? []) {
    const wanted = labelSelectorFromObject(selector);
    for (const role of roles) {
      if (role.metadata.name === metadata.name || !wanted.matches(role.metadata.labels)) continue;
      for (const rule of role.rules ?? []) {
        const key = textOf(rule);
        if (!rules.has(key)) rules.set(key, rule);
      }
    }
  }
  return [...rules.values()];
}

type Rules = readonly RbacV1PolicyRule[] | null | undefined;

/** A list without anything in it is the same as none. */
export const isSameRules = (some: Rules, others: Rules): boolean =>
  JSON.stringify((some ?? []).map(textOf)) === JSON.stringify((others ?? []).map(textOf));

/** The same for rules that say the same. */
const textOf = (rule: RbacV1PolicyRule): string =>
  JSON.stringify(
    [rule.verbs, rule.apiGroups, rule.resources, rule.resourceNames, rule.nonResourceURLs].map(
      (list) => list ?? [],
    ),
  );
