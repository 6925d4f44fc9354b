import type { User } from '../../../api/machinery/user.ts';
import type { Attributes, Authorizer, RuleResolver, Ruling, SubjectRules } from '../authorizer.ts';
import type { AuthorizationMode } from '../mode.ts';
import type { RolePolicy } from '../rbac/role-policy.ts';

/** Allows what a role says that a binding gives to the user. Never denies: another mode may know better. */
class RoleAuthorizer implements Authorizer, RuleResolver {
  readonly #policy: RolePolicy;

  constructor(policy: RolePolicy) {
    this.#policy = policy;
  }

  authorize(attributes: Attributes): Ruling {
    return this.#policy.decide(attributes);
  }

  rulesFor(user: User, namespace: string): SubjectRules {
    const { rules, errors } = this.#policy.rulesOf(user, namespace);
    return {
      resourceRules: rules
        .filter(({ resources }) => resources?.length)
        .map(({ verbs, apiGroups, resources, resourceNames }) => ({
          verbs: verbs ?? [],
          apiGroups: apiGroups ?? [],
          resources: resources ?? [],
          resourceNames: resourceNames ?? [],
        })),
      nonResourceRules: rules
        .filter(({ nonResourceURLs }) => nonResourceURLs?.length)
        .map(({ verbs, nonResourceURLs }) => ({
          verbs: verbs ?? [],
          nonResourceURLs: nonResourceURLs ?? [],
        })),
      incomplete: false,
      errors,
    };
  }
}

export const rbac: AuthorizationMode = {
  name: 'RBAC',
  flags: [],
  create: async (_flags, { policy }) => new RoleAuthorizer(policy),
};
