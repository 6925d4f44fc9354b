import { ruleLacks } from '../../api/rbac/rule-lacks.ts';
import type { RbacV1PolicyRule } from '../../api/schema/types.gen.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { type AskedWords, lackText, ruleText } from '../shared/rules/rule-text.ts';

/** Rules that are shown. */
const maxShown = 3;

interface RulesReview {
  status?: { resourceRules?: RbacV1PolicyRule[]; nonResourceRules?: RbacV1PolicyRule[] };
}

/**
 * Lines about the user's own rules that nearly allow what is asked: any server tells a user which rules those are, though
 * not where they come from.
 */
export async function ownRuleLines(client: ApiCaller, api: string, asked: AskedWords): Promise<string[]> {
  const { verb, group = '', resource = '', subresource = '', namespace = '', name = '', path = '' } = asked;
  const review = await client.json<RulesReview>({
    method: 'POST',
    path: `/apis/authorization.${api}/v1/selfsubjectrulesreviews`,
    body: {
      kind: 'SelfSubjectRulesReview',
      apiVersion: `authorization.${api}/v1`,
      spec: { namespace: namespace || 'default' },
    },
  });
  const question = { verb, isResourceRequest: path === '', group, resource, subresource, name, path };
  const { resourceRules = [], nonResourceRules = [] } = review.status ?? {};
  const rules = path === '' ? resourceRules : nonResourceRules;
  return rules
    .map((rule) => ({ rule, lacks: ruleLacks(rule, question) }))
    .filter(({ rule, lacks }) => lacks.length === 1 && isAbout(rule, asked))
    .slice(0, maxShown)
    .map(({ rule, lacks }) => `near: a rule with ${ruleText(rule)}: ${lackText(lacks[0]!, asked)}`);
}

const isAbout = ({ resources }: RbacV1PolicyRule, { resource = '' }: AskedWords): boolean =>
  resources?.some((one) => one === '*' || one === resource) === true;
