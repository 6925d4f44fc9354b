import type { User } from '../../../api/meta/user.ts';
import type { RbacV1PolicyRule } from '../../../api/schema/types.gen.ts';
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
import { groundsOf } from '../rbac/grounds.ts';
import type { RolePolicy } from '../rbac/role-policy.ts';

/** Characters of the rules that are listed: some hundred rules are usual, roles may have a million. */
const maxListedText = 4 * 1024 * 1024;

/** Allows what a role says that a binding gives to the user. Never denies: another mode may know better. */
class RoleAuthorizer implements Authorizer, RuleResolver {
  readonly #policy: RolePolicy;

  constructor(policy: RolePolicy) {
    this.#policy = policy;
  }

  authorize(attributes: Attributes): Ruling {
    return this.#policy.decide(attributes);
  }

  explain(attributes: Attributes): ExplainedRuling {
    const ruling = this.#policy.decide(attributes);
    const grounds = groundsOf(this.#policy, attributes, ruling);
    return { ruling, steps: [{ authorizer: rbac.name, ruling, grounds }] };
  }

  rulesFor(user: User, namespace: string): SubjectRules {
    const { rules, errors } = this.#policy.rulesOf(user, namespace);
    const resourceRules: ResourceRule[] = [];
    const nonResourceRules: NonResourceRule[] = [];
    let text = 0;
    for (const rule of rules) {
      text += textOf(rule);
      if (text > maxListedText) break;
      const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
      if (resources?.length) {
        resourceRules.push({
          verbs: verbs ?? [],
          apiGroups: apiGroups ?? [],
          resources,
          resourceNames: resourceNames ?? [],
        });
      }
      if (nonResourceURLs?.length) nonResourceRules.push({ verbs: verbs ?? [], nonResourceURLs });
    }
    const incomplete = text > maxListedText;
    const tooMuch = incomplete
      ? [`RBAC: the first ${resourceRules.length + nonResourceRules.length} of ${rules.length} rules`]
      : [];
    return { resourceRules, nonResourceRules, incomplete, errors: [...errors, ...tooMuch] };
  }
}

/** Roughly as many characters as a rule has in an answer. */
function textOf(rule: RbacV1PolicyRule): number {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule;
  let sum = 100;
  for (const words of [verbs, apiGroups, resources, resourceNames, nonResourceURLs]) {
    for (const word of words ?? []) sum += word.length + 3;
  }
  return sum;
}

export const rbac: AuthorizationMode = {
  name: 'RBAC',
  flags: [],
  create: async (_flags, { policy }) => new RoleAuthorizer(policy),
};
