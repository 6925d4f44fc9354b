import { type AskedOfRule, ruleLacks } from '../../../api/rbac/rule-lacks.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
import type { ApiCaller } from '../../../client/api/api-call.ts';
import { isAnswer } from '../../../client/api/api-error.ts';
import { ResourceClient, type ResourceType } from '../../../client/api/resource-client.ts';
import type { AskedWords } from './rule-text.ts';

interface Role {
  metadata: { name: string };
  rules?: readonly RbacV1PolicyRule[] | null;
}

/** Roles that are shown. */
const maxShown = 8;

/**
 * Roles that would allow what is asked, if a binding gave them to the user: those that allow the least first, so far as the
 * caller may list roles. `ClusterRole view`, `Role reader`
 */
export async function candidateRoles(client: ApiCaller, api: string, asked: AskedWords): Promise<string[]> {
  const group = `rbac.authorization.${api}`;
  const found: { title: string; weight: number }[] = [];
  for (const [kind, resource] of kinds) {
    if (kind === 'Role' && !asked.namespace) continue;
    const namespace = kind === 'Role' ? asked.namespace! : '';
    for (const { metadata, rules } of await rolesOf(client, { group, version: 'v1', resource }, namespace)) {
      if (!(rules ?? []).some((rule) => ruleLacks(rule, questionOf(asked)).length === 0)) continue;
      found.push({ title: `${kind} ${metadata.name}`, weight: weightOf(rules ?? []) });
    }
  }
  // Those of the product's own components are no roles for users.
  const own = found.filter(({ title }) => title.includes(' system:'));
  if (own.length < found.length) return shown(found.filter((one) => !own.includes(one)));
  return shown(found);
}

function shown(found: { title: string; weight: number }[]): string[] {
  found.sort((one, other) => one.weight - other.weight);
  const titles = found.slice(0, maxShown).map(({ title }) => title);
  return found.length > maxShown ? [...titles, `and ${found.length - maxShown} more`] : titles;
}

const kinds = [
  ['Role', 'roles'],
  ['ClusterRole', 'clusterroles'],
] as const;

async function rolesOf(client: ApiCaller, type: ResourceType, namespace: string): Promise<readonly Role[]> {
  try {
    return (await new ResourceClient<Role>(client, type).list(namespace)).items;
  } catch (error) {
    if (isAnswer(error, 403) || isAnswer(error, 404)) return [];
    throw error;
  }
}

/** Roughly how much a role allows: a star counts for very much. */
function weightOf(rules: readonly RbacV1PolicyRule[]): number {
  const listed = (words: readonly string[] | null | undefined): number =>
    (words ?? []).reduce((sum, word) => sum + (word.includes('*') ? 1_000 : 1), 0);
  return rules.reduce(
    (sum, { verbs, resources, nonResourceURLs }) =>
      sum + listed(verbs) * Math.max(1, listed(resources) + listed(nonResourceURLs)),
    0,
  );
}

function questionOf(asked: AskedWords): AskedOfRule {
  const { verb, group = '', resource = '', subresource = '', name = '', path = '' } = asked;
  return { verb, isResourceRequest: path === '', group, resource, subresource, name, path };
}
