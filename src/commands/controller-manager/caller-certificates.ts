import type {
  AuthenticationRequest,
  Authenticator,
  Decision,
} from '../../access/authentication/authenticator.ts';
import { reloadedAuthorities } from '../../access/authentication/certificate-authorities.ts';
import {
  ClientCertificateAuthenticator,
  clientCertificate,
} from '../../access/authentication/methods/client-certificate.ts';
import {
  RequestHeaderAuthenticator,
  type RequestHeaderOptions,
  requestHeader,
} from '../../access/authentication/methods/request-header.ts';
import { authenticatedGroup } from '../../api/meta/user.ts';
import { systemClock } from '../../util/clock.ts';
import type { Flag, FlagValues } from '../../util/flags.ts';
import { PublishedTrust, type PublishedTrustOptions } from './published-trust.ts';

const clientFlag = 'client-ca-file';
const proxyFlag = 'requestheader-client-ca-file';

const headerDefaults: Readonly<Record<string, string>> = {
  'requestheader-username-headers': 'x-remote-user',
  'requestheader-group-headers': 'x-remote-group',
  'requestheader-extra-headers-prefix': 'x-remote-extra-',
};

/** By whose certificates callers of the manager are known. */
export const callerFlags: readonly Flag[] = [
  ...[...clientCertificate.flags, ...requestHeader.flags].map((flag) => {
    const standard = headerDefaults[flag.name];
    return standard === undefined ? flag : { ...flag, default: standard };
  }),
  {
    name: 'authentication-skip-lookup',
    type: 'boolean',
    value: 'boolean',
    default: 'false',
    description: 'does not ask the API server for authorities that the flags do not name',
  },
  {
    name: 'authentication-tolerate-lookup-failure',
    type: 'boolean',
    value: 'boolean',
    description: 'has no effect: what cannot be looked up is asked for again',
  },
];

export interface CallerCertificatesOptions extends PublishedTrustOptions {
  flags: FlagValues;
}

/** Knows callers by their certificates, and by what a proxy says that has one. */
export class CallerCertificates implements Authenticator {
  readonly #proxies: Authenticator | undefined;
  readonly #clients: Authenticator | undefined;
  /** For what the flags do not say. */
  readonly #published: PublishedTrust | undefined;
  readonly #resources = new DisposableStack();

  /** Throws a start-up error. */
  constructor({ flags, warn, ...lookup }: CallerCertificatesOptions) {
    const [clients, proxies] = [flags.text(clientFlag), flags.text(proxyFlag)];
    const reloading = { resources: this.#resources, report: warn };
    const authorities = (flag: string, path: string) => {
      try {
        return reloadedAuthorities(path, flag, reloading);
      } catch (error) {
        throw new Error(`--${flag}: ${(error as Error).message}`, { cause: error });
      }
    };
    if (clients)
      this.#clients = new ClientCertificateAuthenticator(authorities(clientFlag, clients), systemClock);
    if (proxies) {
      const trusted = authorities(proxyFlag, proxies);
      this.#proxies = new RequestHeaderAuthenticator(headersOf(flags), trusted, systemClock);
    }
    const isComplete = Boolean(clients && proxies) || flags.boolean('authentication-skip-lookup');
    if (!isComplete) this.#published = new PublishedTrust({ ...lookup, warn });
  }

  /** Begins to ask the API server for what the flags do not say. */
  start(): void {
    this.#published?.start();
  }

  /** A proxy's word comes before its own name. */
  async authenticate(request: AuthenticationRequest): Promise<Decision> {
    const methods = [this.#proxies ?? this.#published?.proxies, this.#clients ?? this.#published?.clients];
    let result: Decision = 'none';
    for (const method of methods) {
      const decision = (await method?.authenticate(request)) ?? 'none';
      if (typeof decision !== 'string') {
        return { ...decision, groups: [...new Set([...decision.groups, authenticatedGroup])] };
      }
      if (decision === 'invalid') result = decision;
    }
    return result;
  }

  async close(): Promise<void> {
    this.#resources.dispose();
    await this.#published?.close();
  }
}

const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());

const headersOf = (flags: FlagValues): RequestHeaderOptions => ({
  usernameHeaders: lower(flags.list('requestheader-username-headers')),
  groupHeaders: lower(flags.list('requestheader-group-headers')),
  extraHeaderPrefixes: lower(flags.list('requestheader-extra-headers-prefix')),
  allowedNames: flags.list('requestheader-allowed-names'),
});
