import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { User } from '../../api/meta/user.ts';
import type {
  AuthenticationNotes,
  AuthenticationRequest,
  Authenticator,
  Decision,
  PeerConnection,
  TokenAuthenticator,
} from './authenticator.ts';
import { tokenDigest } from './token-digest.ts';

/**
 * All methods that look at a bearer token, as one: the first that knows the token decides. A token that none of
 * them knows is wrong, whatever else the request shows; that is decided here, as no single method can.
 */
export class BearerTokenAuthenticator implements Authenticator {
  readonly #methods: readonly TokenAuthenticator[];
  readonly #webSocketPrefix: string;
  /**
   * The token that a connection showed last, for as long as there is the connection: clients show one again and again.
   */
  readonly #shown = new WeakMap<PeerConnection, { token: string; digest: string }>();

  constructor(methods: readonly TokenAuthenticator[], dialect: Dialect) {
    this.#methods = methods;
    this.#webSocketPrefix = `base64url.bearer.authorization.${dialect.api}.`;
  }

  authenticate({ headers, connection, notes }: AuthenticationRequest): Decision | Promise<Decision> {
    const token = headerToken(headers) ?? webSocketToken(headers, this.#webSocketPrefix);
    if (token === undefined) return 'none';
    return token === '' ? 'invalid' : this.#askFrom(0, token, this.#digestOf(token, connection), notes);
  }

  #askFrom(
    start: number,
    token: string,
    digest: string,
    notes: AuthenticationNotes | undefined,
  ): Decision | Promise<Decision> {
    for (let i = start; i < this.#methods.length; i++) {
      const found = this.#methods[i]!.authenticateToken(token, digest, notes);
      if (found instanceof Promise)
        return found.then((user: User | undefined) => user ?? this.#askFrom(i + 1, token, digest, notes));
      if (found !== undefined) return found;
    }
    return 'invalid';
  }

  #digestOf(token: string, connection: PeerConnection): string {
    const shown = this.#shown.get(connection);
    if (shown?.token === token) return shown.digest;
    const digest = tokenDigest(token);
    this.#shown.set(connection, { token, digest });
    return digest;
  }
}

/** Token of `Authorization: Bearer <token>`. Text behind a blank after the token is ignored. */
function headerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined) return undefined;
  const [scheme, token] = authorization.trim().split(' ', 2);
  return token === undefined || token === '' || scheme!.toLowerCase() !== 'bearer' ? undefined : token;
}

/**
 * Browsers let a page set no header on a WebSocket but the list of protocols: the token stands there, encoded,
 * beside the protocol that is really meant. Empty when it stands there in a way that is wrong.
 */
function webSocketToken(headers: IncomingHttpHeaders, prefix: string): string | undefined {
  const offered = headers['sec-websocket-protocol'];
  if (offered === undefined || headers.upgrade?.toLowerCase() !== 'websocket') return undefined;
  const protocols = offered.split(',').map((protocol) => protocol.trim());
  const tokens = protocols.filter((protocol) => protocol.startsWith(prefix));
  if (tokens.length === 0) return undefined;
  if (tokens.length > 1 || protocols.length === 1) return '';
  const encoded = tokens[0]!.slice(prefix.length);
  return /^[A-Za-z0-9_-]+$/.test(encoded) ? Buffer.from(encoded, 'base64url').toString() : '';
}
