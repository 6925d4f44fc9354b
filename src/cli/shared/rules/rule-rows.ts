/** A rule as the server gives it; of a rule for resources or of one for paths. */
export interface ListedRule {
  verbs: readonly string[] | null;
  apiGroups?: readonly string[];
  resources?: readonly string[];
  resourceNames?: readonly string[];
  nonResourceURLs?: readonly string[];
}

interface SingleRule {
  verbs: string[];
  /** `pods`, `deployments.apps/scale`; "" for a path. */
  resource: string;
  group: string;
  name: string;
  path: string;
}

/** Titles of the columns of a row. */
export const ruleTitles: readonly string[] = ['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs'];

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
    } else if (!same.verbs.includes(single.verbs[0]!)) same.verbs.push(...single.verbs);
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
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const verbs = rule.verbs ?? [];
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

/** Key of the order in which other clients sort: by verbs, then group, resource, name and path. */
const sortKey = ({ verbs, group, resource, name, path }: SingleRule): string =>
  `[${verbs.join(' ')}],[${group}],[${resource}],[${name}],[${path}]`;

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const list = (text: string): string => `[${text}]`;

function typeText({ resource, group }: SingleRule): string {
  const slash = resource.indexOf('/');
  const [name, below] = slash < 0 ? [resource, ''] : [resource.slice(0, slash), resource.slice(slash)];
  return `${group === '' ? name : `${name}.${group}`}${below}`;
}
