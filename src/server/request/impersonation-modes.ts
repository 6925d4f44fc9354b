import { serviceAccountGroups, serviceAccountOf } from '../../access/authentication/service-account-users.ts';
import type { Attributes } from '../../access/authorization/authorizer.ts';
import { authenticatedGroup, type User } from '../../api/meta/user.ts';
import { type Impersonation, impersonatedUser } from './impersonation.ts';

/** A way in which one user may act as another one, with the questions that all must be allowed. */
export interface ImpersonationMode {
  readonly name: string;
  /** The constraint for the audit log; undefined for impersonation that is not constrained. */
  readonly constraint: string | undefined;
  /** Undefined where the mode is not about this user. */
  plan(wanted: Impersonation, request: Attributes): ImpersonationPlan | undefined;
}

export interface ImpersonationPlan {
  readonly questions: readonly Attributes[];
  readonly user: User;
}

const nodePrefix = 'system:node:';
const nodesGroup = 'system:nodes';
const privilegedGroup = 'system:masters';

/** Resource on which `impersonate:<mode>` is asked for. */
interface Subject {
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name: string;
}

/** The modes in the order in which they are tried. `group`: that of users, for constrained modes. `label`: domain of extras. */
export function impersonationModes(group: string, label: string): readonly ImpersonationMode[] {
  const constrained = (
    name: string,
    subjectsOf: (wanted: Impersonation, requester: User) => readonly Subject[] | undefined,
    userOf: (wanted: Impersonation) => User,
  ): ImpersonationMode => ({
    name,
    constraint: `impersonate:${name}`,
    plan: (wanted, request) => {
      const subjects = subjectsOf(wanted, request.user);
      if (subjects === undefined) return undefined;
      const target = { ...request, verb: `impersonate-on:${name}:${request.verb}` };
      const on = (subject: Subject): Attributes =>
        questionOn(subject, request.user, { verb: `impersonate:${name}`, group, version: 'v1' });
      return { questions: [target, ...subjects.map(on)], user: userOf(wanted) };
    },
  });
  const ownNode = `authentication.${label}/node-name`;
  return [
    constrained(
      'associated-node',
      (wanted, requester) => {
        const node = nodeOf(wanted);
        const isOwn =
          serviceAccountOf(requester.name) !== undefined && requester.extra[ownNode]?.[0] === node;
        return node !== undefined && isOwn ? [{ resource: 'nodes', name: '*' }] : undefined;
      },
      nodeUser,
    ),
    constrained(
      'arbitrary-node',
      (wanted) => {
        const node = nodeOf(wanted);
        return node === undefined ? undefined : [{ resource: 'nodes', name: node }];
      },
      nodeUser,
    ),
    constrained(
      'serviceaccount',
      (wanted) => {
        const account = serviceAccountOf(wanted.user);
        return account !== undefined && isNameAlone(wanted)
          ? [{ resource: 'serviceaccounts', namespace: account.namespace, name: account.name }]
          : undefined;
      },
      (wanted) => {
        const { namespace } = serviceAccountOf(wanted.user)!;
        return userWith(wanted.user, serviceAccountGroups(namespace));
      },
    ),
    constrained('user-info', userSubjects, impersonatedUser),
    legacyMode(group),
  ];
}

/** Names of nodes and service accounts have modes of their own; the group that may do everything has none. */
function userSubjects({ user, groups, steps }: Impersonation): readonly Subject[] | undefined {
  const isOther = !user.startsWith(nodePrefix) && serviceAccountOf(user) === undefined;
  return isOther && !groups.includes(privilegedGroup) ? steps : undefined;
}

/** The verb `impersonate` on each attribute: users, groups and service accounts are in the core group. */
export function legacyMode(group: string): ImpersonationMode {
  const core = ['groups', 'serviceaccounts', 'users'];
  return {
    name: 'legacy',
    constraint: undefined,
    plan: (wanted, { user }) => ({
      questions: wanted.steps.map((step) => {
        const isCore = core.includes(step.resource);
        const type = { group: isCore ? '' : group, version: isCore ? '' : 'v1' };
        return questionOn(step, user, { verb: 'impersonate', ...type });
      }),
      user: impersonatedUser(wanted),
    }),
  };
}

const questionOn = (
  subject: Subject,
  user: User,
  type: Pick<Attributes, 'verb' | 'group' | 'version'>,
): Attributes => ({
  isResourceRequest: true,
  namespace: '',
  subresource: '',
  path: '',
  user,
  ...type,
  ...subject,
});

const isNameAlone = ({ uid, groups, extra }: Impersonation): boolean =>
  uid === '' && groups.length === 0 && Object.keys(extra).length === 0;

function nodeOf(wanted: Impersonation): string | undefined {
  const { user } = wanted;
  if (!user.startsWith(nodePrefix) || user === nodePrefix || !isNameAlone(wanted)) return undefined;
  return user.slice(nodePrefix.length);
}

const nodeUser = ({ user }: Impersonation): User => userWith(user, [nodesGroup]);

const userWith = (name: string, groups: readonly string[]): User => ({
  name,
  uid: '',
  groups: [...groups, authenticatedGroup],
  extra: {},
});
