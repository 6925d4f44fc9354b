import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '../../api/meta/user.ts';

/** The parts of a request that a method may read. */
export interface AuthenticationRequest {
  /**
   * Names in lower case. `authorization` is there once at most: more of them do not come this far. A method takes
   * out of both what nobody who comes after it should believe.
   */
  readonly headers: IncomingHttpHeaders;
  /** Names and values by turns, as they came: for headers of which each value counts. */
  readonly rawHeaders: string[];
  readonly connection: PeerConnection;
}

/**
 * The connection of a request. The same object for all requests of a connection, so that what was found out about
 * its peer can be kept under it.
 */
export interface PeerConnection {
  /** DER: the certificate whose key the peer has, then those it sent to lead to a root. Not verified. */
  readonly peerCertificates: readonly Buffer[];
  /** IP address. */
  readonly remoteAddress: string;
}

/**
 * What came of it.
 * - a user: the credentials are valid and say who it is.
 * - `none`: no credentials that the method knows anything about. Others may.
 * - `invalid`: credentials that the method is responsible for, and they are wrong or have expired.
 */
export type Decision = User | 'none' | 'invalid';

/**
 * Finds out who makes a request. Decides at once where it can, so that the usual request waits for nothing.
 * A method that cannot ask whom it has to ask answers `invalid`; what it throws is a mistake in the program.
 */
export interface Authenticator {
  authenticate(request: AuthenticationRequest): Decision | Promise<Decision>;
}

/** Finds out whose a bearer token is; undefined when it is not, or no longer, one of those that it knows. */
export interface TokenAuthenticator {
  authenticateToken(token: string): User | undefined | Promise<User | undefined>;
  /**
   * The same for whoever asks on behalf of others: is the token meant for one of these audiences, and why not?
   * Methods whose tokens do not say whom they are meant for leave it out: those are meant for this API.
   */
  reviewToken?(token: string, audiences: readonly string[]): Promise<ReviewedToken>;
}

/**
 * A user, and those of the audiences that the token is meant for; or what is wrong with a token that is one of the
 * method's own; undefined when it is not.
 */
export type ReviewedToken =
  | { readonly user: User; readonly audiences: readonly string[] }
  | { readonly fault: string }
  | undefined;
