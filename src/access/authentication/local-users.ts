import { randomBytes } from 'node:crypto';
import type { User } from '../../api/meta/user.ts';
import type { TokenAuthenticator } from './authenticator.ts';

/** Parts of this process that ask its API as users: each has a token that never leaves the process. */
export class LocalUsers implements TokenAuthenticator {
  readonly #users = new Map<string, User>();
  readonly #tokens = new Map<string, string>();

  /** The token by which requests are this user's: one for each name, however often it is asked for. */
  tokenFor(user: User): string {
    const known = this.#tokens.get(user.name);
    if (known !== undefined) return known;
    const token = randomBytes(32).toString('base64url');
    this.#tokens.set(user.name, token);
    this.#users.set(token, user);
    return token;
  }

  authenticateToken(token: string): User | undefined {
    return this.#users.get(token);
  }
}
