import type { User } from '../../api/meta/user.ts';
import type { Attributes, Authorizer, RuleResolver, Ruling, SubjectRules } from './authorizer.ts';

const privilegedGroup = 'system:masters';

const allowed: Ruling = { verdict: 'allow', reason: '' };
const noOpinion: Ruling = { verdict: 'no-opinion', reason: '' };
const noRules: SubjectRules = { resourceRules: [], nonResourceRules: [], incomplete: false, errors: [] };

/** Members of this group may do everything, whatever the modes decide, so that administrators cannot lock themselves out. */
export const isPrivileged = ({ groups }: User): boolean => groups.includes(privilegedGroup);

/** Asked before every mode. It lists no rules: what a mode lists for the group is all that can be listed. */
export class PrivilegedGroupAuthorizer implements Authorizer, RuleResolver {
  authorize({ user }: Attributes): Ruling {
    return isPrivileged(user) ? allowed : noOpinion;
  }

  rulesFor(): SubjectRules {
    return noRules;
  }
}
