import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
import { goQuote } from '../../../util/quote.ts';

/**
 * Rules for people: what is about the same resource stands in one, and each is a line.
 *
 *     {APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}
 */
export function ruleLines(rules: readonly RbacV1PolicyRule[]): string[] {
  return [...new Set(compacted(rules).map(ruleText))].sort();
}

/** Brings the verbs of one group, resource and name together; other rules stay as they are. */
function compacted(rules: readonly RbacV1PolicyRule[]): RbacV1PolicyRule[] {
  const others: RbacV1PolicyRule[] = [];
  const simple = new Map<string, RbacV1PolicyRule & { verbs: string[] }>();
  for (const rule of rules) {
    const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
    const isSimple =
      nonResourceURLs.length === 0 &&
      apiGroups.length === 1 &&
      resources.length === 1 &&
      resourceNames.length <= 1;
    if (!isSimple) {
      others.push(rule);
      continue;
    }
    const key = JSON.stringify([apiGroups, resources, resourceNames]);
    const same = simple.get(key);
    if (same === undefined) simple.set(key, { ...rule, verbs: [...(verbs ?? [])] });
    else for (const verb of verbs ?? []) same.verbs.push(verb);
  }
  return [...others, ...simple.values()];
}

function ruleText({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: RbacV1PolicyRule): string {
  const parts: [string, readonly string[] | null | undefined][] = [
    ['APIGroups', apiGroups],
    ['Resources', resources],
    ['NonResourceURLs', nonResourceURLs],
    ['ResourceNames', resourceNames],
    ['Verbs', verbs],
  ];
  const present = parts.filter(([, values]) => values?.length);
  return `{${present.map(([name, values]) => `${name}:${quotedList(values!)}`).join(', ')}}`;
}

/** `["a" "b"]` */
export const quotedList = (texts: readonly string[]): string => `[${texts.map(goQuote).join(' ')}]`;
