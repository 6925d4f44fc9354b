import { anonymousUser, authenticatedGroup, type User } from '../../api/meta/user.ts';

const [unauthenticatedGroup] = anonymousUser.groups;

/**
 * A user whom some method knows belongs to the authenticated ones. The
 * exception is a user that is named as unauthenticated: a proxy or webhook does so for a client without credentials.
 */
export function authenticated(user: User): User {
  const { name, groups } = user;
  if (name === anonymousUser.name || groups.includes(unauthenticatedGroup!)) return user;
  return groups.includes(authenticatedGroup) ? user : { ...user, groups: [...groups, authenticatedGroup] };
}
