import type { User } from '../../api/meta/user.ts';
import { serviceAccountUserName, serviceAccountUserPrefix } from '../../api/meta/user.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import type {
  FlowcontrolV1beta2NonResourcePolicyRule,
  FlowcontrolV1beta2PolicyRulesWithSubjects,
  FlowcontrolV1beta2ResourcePolicyRule,
  FlowcontrolV1beta2Subject,
} from '../../api/schema/types.gen.ts';

/** The attributes by which requests are classified. */
export interface FlowRequest {
  readonly user: User;
  readonly info: RequestInfo;
}

type Matches = (request: FlowRequest) => boolean;

/** Whether any of the rules of a FlowSchema is about a request. */
export function rulesMatcher(rules: readonly FlowcontrolV1beta2PolicyRulesWithSubjects[] = []): Matches {
  const matchers = rules.map(ruleMatcher);
  return (request) => matchers.some((matches) => matches(request));
}

function ruleMatcher(rule: FlowcontrolV1beta2PolicyRulesWithSubjects): Matches {
  const subjects = (rule.subjects ?? []).map(subjectMatcher);
  const resources = (rule.resourceRules ?? []).map(resourceMatcher);
  const paths = (rule.nonResourceRules ?? []).map(pathMatcher);
  return (request) =>
    subjects.some((isSubject) => isSubject(request.user)) &&
    (request.info.isResourceRequest ? resources : paths).some((matches) => matches(request));
}

function subjectMatcher(subject: FlowcontrolV1beta2Subject): (user: User) => boolean {
  const { user, group, serviceAccount } = subject;
  if (user !== undefined) return ({ name }) => user.name === '*' || user.name === name;
  if (group !== undefined) return ({ groups }) => group.name === '*' || groups.includes(group.name);
  if (serviceAccount === undefined) return () => false;
  const { namespace, name } = serviceAccount;
  if (name !== '*') return (one) => one.name === serviceAccountUserName(namespace, name);
  const prefix = `${serviceAccountUserPrefix}${namespace}:`;
  return (one) => one.name.startsWith(prefix);
}

function resourceMatcher(rule: FlowcontrolV1beta2ResourcePolicyRule): Matches {
  const verbs = listMatcher(rule.verbs);
  const groups = listMatcher(rule.apiGroups);
  const resources = listMatcher(rule.resources);
  const namespaces = listMatcher(rule.namespaces);
  const { clusterScope = false } = rule;
  return ({ info }) =>
    verbs(info.verb) &&
    groups(info.group) &&
    resources(info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`) &&
    (info.namespace === '' ? clusterScope : namespaces(info.namespace));
}

/** A URL of a rule is a path, or, with `*` at its end, what paths begin with. It also stands for all below it. */
function pathMatcher(rule: FlowcontrolV1beta2NonResourcePolicyRule): Matches {
  const verbs = listMatcher(rule.verbs);
  const urls = rule.nonResourceURLs ?? [];
  const matchers = urls.map((url) => {
    if (url === '*') return () => true;
    const below = url.endsWith('/*') ? url.slice(0, -1) : `${url}/`;
    return (path: string) => path === url || path.startsWith(below);
  });
  return ({ info }) => verbs(info.verb) && matchers.some((matches) => matches(info.path));
}

/** `*` stands for everything where it is alone. */
function listMatcher(list: readonly string[] | null): (value: string) => boolean {
  const values = list ?? [];
  if (values.length === 1 && values[0] === '*') return () => true;
  return (value) => values.includes(value);
}
