import type { Authorizer, RuleResolver, Ruling, SubjectRules } from '../authorizer.ts';
import type { AuthorizationMode } from '../mode.ts';

/** Gives everyone the same answer. */
class Always implements Authorizer, RuleResolver {
  readonly #ruling: Ruling;
  readonly #rules: SubjectRules;

  constructor(ruling: Ruling, rules: Pick<SubjectRules, 'resourceRules' | 'nonResourceRules'>) {
    this.#ruling = ruling;
    this.#rules = { ...rules, incomplete: false, errors: [] };
  }

  authorize(): Ruling {
    return this.#ruling;
  }

  rulesFor(): SubjectRules {
    return this.#rules;
  }
}

const all = ['*'];

export const alwaysAllow: AuthorizationMode = {
  name: 'AlwaysAllow',
  flags: [],
  create: async () =>
    new Always(
      { verdict: 'allow', reason: '' },
      {
        resourceRules: [{ verbs: all, apiGroups: all, resources: all, resourceNames: [] }],
        nonResourceRules: [{ verbs: all, nonResourceURLs: all }],
      },
    ),
};

/** For tests: denies every request that no earlier mode allows. */
export const alwaysDeny: AuthorizationMode = {
  name: 'AlwaysDeny',
  flags: [],
  create: async () =>
    new Always(
      { verdict: 'no-opinion', reason: 'Everything is forbidden.' },
      { resourceRules: [], nonResourceRules: [] },
    ),
};
