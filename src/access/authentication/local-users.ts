import { randomBytes } from 'node:crypto';
import type { User } from '../../api/meta/user.ts';
import type { TokenAuthenticator } from './authenticator.ts';

/** Parts of this process that ask its API as users: each has a token that never leaves the process. */
export class LocalUsers implements TokenAuthenticator {
  readonly #users = new Map<string, User>();

  /** A token by which requests are this user's. */
  tokenFor(user: User): string {
    const token = randomBytes(32).toString('base64url');
    this.#users.set(token, user);
    return token;
  }

  authenticateToken(token: string): User | undefined {
    return this.#users.get(token);
  }
}
