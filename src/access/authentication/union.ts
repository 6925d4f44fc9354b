import { authenticated } from './authenticated.ts';
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
