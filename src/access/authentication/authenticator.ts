import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '../../api/meta/user.ts';

/** The parts of a request that a method may read. */
export interface AuthenticationRequest {
  /**
   * Names in lower case. `authorization` is there once at most: requests with more are rejected before. A method
   * removes headers that filters and handlers after it must not trust.
   */
  readonly headers: IncomingHttpHeaders;
  /** Names and values by turns, as they came: for headers of which each value counts. */
  readonly rawHeaders: string[];
  readonly connection: PeerConnection;
  /** Receives what there is to say of credentials that are accepted, or were once. */
  readonly notes?: AuthenticationNotes;
}

/** Remarks of a method about a request, beside who makes it. The state of a request has them already. */
export interface AuthenticationNotes {
  /** For the audit event. */
  readonly auditAnnotations: Pick<Map<string, string>, 'set'>;
  /** For the client. */
  readonly warnings: Pick<string[], 'push'>;
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
 * The outcome of an authentication method.
 * - a user: the credentials are valid and say who it is.
 * - `none`: no credentials that this method knows. Another method may know them.
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
  /** `digest`: that of the token, where it is known already. */
  authenticateToken(
    token: string,
    digest?: string,
    notes?: AuthenticationNotes,
  ): User | undefined | Promise<User | undefined>;
  /**
   * The same for a TokenReview: whether the token is meant for one of these audiences, and if not, why. Methods whose
   * tokens name no audience leave it out: such tokens are meant for this API.
   */
  reviewToken?(token: string, audiences: readonly string[]): Promise<ReviewedToken>;
}

/**
 * A user, and those of the audiences that the token is meant for; or what is wrong with a token that is one of the
 * method's own; undefined when it is not.
 */
export type ReviewedToken =
  | { readonly user: User; readonly audiences: readonly string[] }
  | { readonly problem: string }
  | undefined;
