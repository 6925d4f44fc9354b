import type { RbacV1ClusterRole, RbacV1PolicyRule } from '../schema/types.gen.ts';
import { type LabelSelector, labelSelectorFromObject } from '../selectors/label-selector.ts';

/**
 * The rules of all roles that one of the selectors matches, in order of selectors and of `roles`, each rule once. What a
 * role gathers that is gathered is looked up in the same way, and not taken from what was written into it: roles that
 * gather each other would hand their rules round for ever. Throws for a selector that makes no sense.
 */
export function gathered(role: RbacV1ClusterRole, roles: readonly RbacV1ClusterRole[]): RbacV1PolicyRule[] {
  const rules = new Map<string, RbacV1PolicyRule>();
  const seen = new Set([role.metadata.name]);
  const add = (found: readonly RbacV1PolicyRule[] | null | undefined): void => {
    for (const rule of found ?? []) {
      const key = textOf(rule);
      if (!rules.has(key)) rules.set(key, rule);
    }
  };
  const gather = (selectors: readonly LabelSelector[]): void => {
    for (const selector of selectors) {
      for (const found of roles) {
        if (seen.has(found.metadata.name) || !selector.matches(found.metadata.labels)) continue;
        seen.add(found.metadata.name);
        const further = selectorsOrNone(found);
        if (further === undefined) add(found.rules);
        else gather(further);
      }
    }
  };
  gather(selectorsOf(role));
  return [...rules.values()];
}

const selectorsOf = ({ aggregationRule }: RbacV1ClusterRole): LabelSelector[] =>
  (aggregationRule?.clusterRoleSelectors ?? []).map(labelSelectorFromObject);

/** Undefined for a role that gathers nothing, or cannot: its rules stay as they are. */
function selectorsOrNone(role: RbacV1ClusterRole): LabelSelector[] | undefined {
  if (!role.aggregationRule) return undefined;
  try {
    return selectorsOf(role);
  } catch {
    return undefined;
  }
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
