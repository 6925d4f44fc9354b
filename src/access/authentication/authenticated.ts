import { anonymousUser, authenticatedGroup, type User } from '../../api/meta/user.ts';

const [unauthenticatedGroup] = anonymousUser.groups;

/**
 * A user whom some method knows belongs to the authenticated ones. Not one who is told of as nobody: a proxy, or a
 * webhook, passes on what it knows itself, and that may be that nobody showed it any credentials.
 */
export function authenticated(user: User): User {
  const { name, groups } = user;
  if (name === anonymousUser.name || groups.includes(unauthenticatedGroup!)) return user;
  return groups.includes(authenticatedGroup) ? user : { ...user, groups: [...groups, authenticatedGroup] };
}
