import type { Clock } from '../../../util/clock.ts';
import { authorityOf } from '../../ca-bundle.ts';
import type { Transport } from '../../transport.ts';
import type { AuthProviderSection } from '../config-document.ts';
import { type Credentials, contentOf } from '../credentials.ts';
import { refresh, tokenEndpoint } from './token-endpoint.ts';

/** Milliseconds before its end from which on a token is not used. */
const leeway = 10_000;

/** An ID token, which the issuer renews; new ones are kept in the configuration, as the old ones may be used up. */
export class OidcCredentials implements Credentials {
  readonly #section: AuthProviderSection;
  readonly #clock: Clock;
  readonly #given: Credentials;
  readonly #authority: string | undefined;
  #idToken: string;
  #refreshToken: string;
  #refreshing: Promise<string> | undefined;
  #transport: Transport | undefined;

  /** `given`: a certificate that the configuration has besides. Throws a start-up error. */
  constructor(section: AuthProviderSection, clock: Clock, given: Credentials) {
    const { config } = section;
    if (!config.get('idp-issuer-url')) throw new Error('Must provide idp-issuer-url');
    if (!config.get('client-id')) throw new Error('Must provide client-id');
    this.#section = section;
    this.#clock = clock;
    this.#given = given;
    const file = config.get('idp-certificate-authority') ?? '';
    const inline = authorityOf(config.get('idp-certificate-authority-data'));
    this.#authority = inline ?? (file === '' ? undefined : contentOf(file));
    this.#idToken = config.get('id-token') ?? '';
    this.#refreshToken = config.get('refresh-token') ?? '';
  }

  identity = (): ReturnType<NonNullable<Credentials['identity']>> => this.#given.identity?.();

  async authorization(): Promise<string> {
    if (this.#isValid()) return `Bearer ${this.#idToken}`;
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return `Bearer ${await this.#refreshing}`;
  }

  #isValid(): boolean {
    const expires = expiryOf(this.#idToken);
    return expires !== undefined && expires > this.#clock.now() + leeway;
  }

  async #refresh(): Promise<string> {
    if (this.#refreshToken === '')
      throw new Error('No valid id-token, and cannot refresh without refresh-token');
    const { idToken, refreshToken = this.#refreshToken } = await this.#ask();
    const { writeProviderConfig } = await import('../write-back.ts');
    try {
      writeProviderConfig(this.#section, { 'refresh-token': refreshToken, 'id-token': idToken });
    } catch (error) {
      throw new Error(`could not persist new tokens: ${(error as Error).message}`, { cause: error });
    }
    this.#refreshToken = refreshToken;
    this.#idToken = idToken;
    return idToken;
  }

  /** Loaded for those who have to renew a token: others start without it. */
  async #issuer(): Promise<Transport> {
    const { Transport } = await import('../../transport.ts');
    this.#transport ??= new Transport({ authority: this.#authority });
    return this.#transport;
  }

  async #ask() {
    const { config } = this.#section;
    const client = { id: config.get('client-id')!, secret: config.get('client-secret') ?? '' };
    const transport = await this.#issuer();
    const endpoint = await tokenEndpoint(transport, config.get('idp-issuer-url')!);
    try {
      return await refresh(transport, endpoint, client, this.#refreshToken);
    } catch (error) {
      throw new Error(`failed to refresh token: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** Milliseconds; undefined when it is no token that says. Whether it is genuine is the server's business. */
function expiryOf(token: string): number | undefined {
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof payload.exp === 'number' ? payload.exp * 1_000 : undefined;
  } catch {
    return undefined;
  }
}
