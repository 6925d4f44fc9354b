import { anonymousUser, authenticatedGroup, type User } from '../../api/meta/user.ts';
import type { AuthenticationRequest, Authenticator, Decision } from './authenticator.ts';

/**
 * Asks one method after the other until one knows the user, who then belongs to the authenticated ones. Wrong
 * credentials do not end the search, as others beside them may be right; but when no method finds a user, they
 * are not forgotten: who shows wrong credentials is not anonymous.
 */
export class UnionAuthenticator implements Authenticator {
  readonly #methods: readonly Authenticator[];

  /** In the order in which they are asked. */
  constructor(methods: readonly Authenticator[]) {
    this.#methods = methods;
  }

  authenticate(request: AuthenticationRequest): Decision | Promise<Decision> {
    return this.#askFrom(0, 'none', request);
  }

  /** Goes on from this method; `soFar` is what those before it found. */
  #askFrom(
    start: number,
    soFar: 'none' | 'invalid',
    request: AuthenticationRequest,
  ): Decision | Promise<Decision> {
    let found = soFar;
    for (let i = start; i < this.#methods.length; i++) {
      const decision = this.#methods[i]!.authenticate(request);
      if (decision instanceof Promise) {
        return decision.then((decided) => {
          if (typeof decided === 'object') return authenticated(decided);
          return this.#askFrom(i + 1, decided === 'invalid' ? decided : found, request);
        });
      }
      if (typeof decision === 'object') return authenticated(decision);
      if (decision === 'invalid') found = decision;
    }
    return found;
  }
}

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
