import type { CommandContext } from '../command.ts';
import { Columns } from '../shared/output/columns.ts';

/** A rule as the server gives it; of a rule for resources or of one for paths. */
export interface ListedRule {
  verbs: readonly string[];
  apiGroups?: readonly string[];
  resources?: readonly string[];
  resourceNames?: readonly string[];
  nonResourceURLs?: readonly string[];
}

interface RulesReview {
  status?: {
    resourceRules?: readonly ListedRule[];
    nonResourceRules?: readonly ListedRule[];
    incomplete?: boolean;
    evaluationError?: string;
  };
}

/** Prints all that the user may do in the namespace. */
export async function printRules({ flags, session, host }: CommandContext): Promise<void> {
  const { api } = await session.dialect();
  const client = await session.client();
  const namespace = await session.namespace();
  const { status = {} } = await client.json<RulesReview>({
    ...{ method: 'POST', path: `/apis/authorization.${api}/v1/selfsubjectrulesreviews` },
    body: { apiVersion: `authorization.${api}/v1`, kind: 'SelfSubjectRulesReview', spec: { namespace } },
  });
  if (status.incomplete === true) {
    host.err.line(`warning: the list may be incomplete: ${status.evaluationError ?? ''}`);
  }
  const rows = ruleRows([...(status.resourceRules ?? []), ...(status.nonResourceRules ?? [])]);
  const headers = ['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs'];
  await host.out.write(new Columns().format(flags.boolean('no-headers') ? rows : [headers, ...rows]));
}

interface SingleRule {
  verbs: string[];
  /** `pods`, `deployments.apps/scale`; "" for a path. */
  resource: string;
  group: string;
  name: string;
  path: string;
}

/** One row for each resource with its name, and for each path and verb, sorted. */
export function ruleRows(rules: readonly ListedRule[]): string[][] {
  const compacted: SingleRule[] = [];
  const known = new Map<string, SingleRule>();
  for (const single of rules.flatMap(singleRules)) {
    const key = JSON.stringify([single.group, single.resource, single.name]);
    const same = single.path === '' ? known.get(key) : undefined;
    if (same === undefined) {
      compacted.push(single);
      if (single.path === '') known.set(key, single);
    } else same.verbs.push(...single.verbs);
  }
  const sorted = compacted
    .map((rule) => ({ rule, key: sortKey(rule) }))
    .sort((a, b) => compare(a.key, b.key));
  return sorted.map(({ rule }) => [
    typeText(rule),
    list(rule.path),
    list(rule.name),
    `[${rule.verbs.join(' ')}]`,
  ]);
}

function singleRules(rule: ListedRule): SingleRule[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const names = resourceNames.length === 0 ? [''] : resourceNames;
  const ofResources = apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) => names.map((name) => ({ verbs: [verb], resource, group, name, path: '' }))),
    ),
  );
  const ofPaths = nonResourceURLs.flatMap((path) =>
    verbs.map((verb) => ({ verbs: [verb], resource: '', group: '', name: '', path })),
  );
  return [...ofResources, ...ofPaths];
}

/** As other clients sort: by verbs, then group, resource, name and path. */
const sortKey = ({ verbs, group, resource, name, path }: SingleRule): string =>
  `[${verbs.join(' ')}],[${group}],[${resource}],[${name}],[${path}]`;

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const list = (text: string): string => `[${text}]`;

function typeText({ resource, group }: SingleRule): string {
  const slash = resource.indexOf('/');
  const [name, below] = slash < 0 ? [resource, ''] : [resource.slice(0, slash), resource.slice(slash)];
  return `${group === '' ? name : `${name}.${group}`}${below}`;
}
