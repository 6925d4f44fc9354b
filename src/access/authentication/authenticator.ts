import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '../../api/machinery/user.ts';

/** What a method may look at to find out who is asking. */
export interface AuthenticationRequest {
  /** Names in lower case. `authorization` is there once at most: more of them do not come this far. */
  readonly headers: Readonly<IncomingHttpHeaders>;
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
}
