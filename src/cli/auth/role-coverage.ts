/** A rule of a role. */
export interface PolicyRule {
  verbs?: readonly string[] | null;
  apiGroups?: readonly string[] | null;
  resources?: readonly string[] | null;
  resourceNames?: readonly string[] | null;
  nonResourceURLs?: readonly string[] | null;
}

/** The parts of the rules `wanted` that the rules `given` do not allow, as rules of one verb for one resource or path. */
export function uncovered(given: readonly PolicyRule[], wanted: readonly PolicyRule[]): PolicyRule[] {
  return wanted.flatMap(singleRules).filter((single) => !given.some((rule) => covers(rule, single)));
}

function singleRules(rule: PolicyRule): PolicyRule[] {
  const verbs = rule.verbs ?? [];
  const names: (string | undefined)[] = rule.resourceNames?.length ? [...rule.resourceNames] : [undefined];
  const ofResources = (rule.apiGroups ?? []).flatMap((group) =>
    (rule.resources ?? []).flatMap((resource) =>
      verbs.flatMap((verb) =>
        names.map((name) => ({
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          ...(name === undefined ? {} : { resourceNames: [name] }),
        })),
      ),
    ),
  );
  const ofPaths = (rule.nonResourceURLs ?? []).flatMap((path) =>
    verbs.map((verb) => ({ verbs: [verb], nonResourceURLs: [path] })),
  );
  return [...ofResources, ...ofPaths];
}

function covers(rule: PolicyRule, single: PolicyRule): boolean {
  if (!hasAll(rule.verbs, single.verbs)) return false;
  const path = single.nonResourceURLs?.[0];
  if (path !== undefined) return (rule.nonResourceURLs ?? []).some((pattern) => matchesPath(pattern, path));
  const names = rule.resourceNames ?? [];
  const coversNames =
    names.length === 0 || (!!single.resourceNames?.length && hasAll(names, single.resourceNames));
  return hasAll(rule.apiGroups, single.apiGroups) && coversResource(rule, single) && coversNames;
}

type Names = readonly string[] | null | undefined;

const hasAll = (given: Names, wanted: Names): boolean =>
  given?.includes('*') === true || (wanted ?? []).every((one) => given?.includes(one) === true);

/** A `*` before a subresource means that of every resource. */
function coversResource({ resources }: PolicyRule, single: PolicyRule): boolean {
  const [resource = ''] = single.resources ?? [];
  const slash = resource.indexOf('/');
  return hasAll(resources, [resource]) || (slash >= 0 && hasAll(resources, [`*${resource.slice(slash)}`]));
}

const matchesPath = (pattern: string, path: string): boolean =>
  pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1)));

/** `{Verbs:[get] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}` */
export function ruleText(rule: PolicyRule): string {
  const list = (values: readonly string[] | null | undefined): string => `[${(values ?? []).join(' ')}]`;
  return `{Verbs:${list(rule.verbs)} APIGroups:${list(rule.apiGroups)} Resources:${list(rule.resources)} ResourceNames:${list(rule.resourceNames)} NonResourceURLs:${list(rule.nonResourceURLs)}}`;
}
