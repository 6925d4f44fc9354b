import { readFile } from 'node:fs/promises';
import type { User } from '../../../api/meta/user.ts';
import { PathPatterns } from '../../../api/rbac/path-patterns.ts';
import type { Flag } from '../../../util/flags.ts';
import type {
  Attributes,
  Authorizer,
  ExplainedRuling,
  NonResourceRule,
  ResourceRule,
  RuleResolver,
  Ruling,
  SubjectRules,
} from '../authorizer.ts';
import type { AuthorizationMode } from '../mode.ts';
import { type AbacPolicy, parsePolicies } from './abac-policies.ts';

export const policyFileFlag: Flag = {
  name: 'authorization-policy-file',
  type: 'text',
  value: 'file',
  description: 'for the mode ABAC: one policy a line, each a JSON object; read at start',
};

const reading = ['get', 'list', 'watch'];
const anything = ['*'];

const allowed: Ruling = { verdict: 'allow', reason: '' };
const noMatch: Ruling = { verdict: 'no-opinion', reason: 'No policy matched.' };

/** Allows what one of the policies of a file allows. They know nothing of names and subresources. */
export class Abac implements Authorizer, RuleResolver {
  readonly #policies: readonly AbacPolicy[];
  /** The path of each policy: `/healthz`, or `/logs/*` for all that begins so. */
  readonly #paths: readonly PathPatterns[];

  constructor(policies: readonly AbacPolicy[]) {
    this.#policies = policies;
    this.#paths = policies.map(({ nonResourcePath: path }) => new PathPatterns(path === '' ? [] : [path]));
  }

  authorize(attributes: Attributes): Ruling {
    return this.#policyFor(attributes) === undefined ? noMatch : allowed;
  }

  explain(attributes: Attributes): ExplainedRuling {
    const policy = this.#policyFor(attributes);
    const ruling = policy === undefined ? noMatch : allowed;
    const grounds = policy === undefined ? {} : { policy: filled(policy) };
    return { ruling, steps: [{ authorizer: abac.name, ruling, grounds }] };
  }

  rulesFor(user: User, namespace: string): SubjectRules {
    const resourceRules: ResourceRule[] = [];
    const nonResourceRules: NonResourceRule[] = [];
    for (const policy of this.#policies) {
      if (!isAbout(policy, user) || !isOneOf(policy.namespace, namespace)) continue;
      const verbs = policy.readonly ? reading : anything;
      const { resource, apiGroup, nonResourcePath } = policy;
      if (resource !== '')
        resourceRules.push({ verbs, apiGroups: [apiGroup], resources: [resource], resourceNames: [] });
      if (nonResourcePath !== '') nonResourceRules.push({ verbs, nonResourceURLs: [nonResourcePath] });
    }
    return { resourceRules, nonResourceRules, incomplete: false, errors: [] };
  }

  #policyFor(attributes: Attributes): AbacPolicy | undefined {
    return this.#policies.find((policy, index) => isAllowedBy(policy, this.#paths[index]!, attributes));
  }
}

/** The fields of a policy that say something. */
const filled = (policy: AbacPolicy): object =>
  Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== '' && value !== false));

function isAllowedBy(policy: AbacPolicy, paths: PathPatterns, attributes: Attributes): boolean {
  if (!isAbout(policy, attributes.user)) return false;
  if (policy.readonly && !reading.includes(attributes.verb)) return false;
  if (!attributes.isResourceRequest) return paths.covers(attributes.path);
  return (
    isOneOf(policy.namespace, attributes.namespace) &&
    isOneOf(policy.resource, attributes.resource) &&
    isOneOf(policy.apiGroup, attributes.group)
  );
}

/** A policy with a user and a group matches users who are both; a policy with neither matches no user. */
function isAbout({ user, group }: AbacPolicy, { name, groups }: User): boolean {
  if (user === '' && group === '') return false;
  return (user === '' || user === name) && (group === '' || groups.includes(group));
}

const isOneOf = (wanted: string, value: string): boolean => wanted === '*' || wanted === value;

export const abac: AuthorizationMode = {
  name: 'ABAC',
  flags: [policyFileFlag],
  file: { flag: policyFileFlag.name, title: 'policy' },
  async create(flags, { dialect, report }) {
    const file = flags.text(policyFileFlag.name)!;
    const text = await readFile(file, 'utf8');
    const { policies, hasOldOnes } = parsePolicies(file, text, dialect);
    if (hasOldOnes) {
      report(`policy file ${file} contains rules without a version, which mean more than they say`);
    }
    return new Abac(policies);
  },
};
