import type { IncomingHttpHeaders } from 'node:http';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Clock } from '../../../util/clock.ts';
import type { FlagValues } from '../../../util/flags.ts';
import { subjectOf } from '../../../util/x509.ts';
import type { AuthenticationRequest, Authenticator, Decision } from '../authenticator.ts';
import { type CertificateAuthorities, reloadedAuthorities } from '../certificate-authorities.ts';
import type { AuthenticationMethod } from '../method.ts';
import { PeerVerifier } from '../peer-verifier.ts';
import { HeaderValues, userOfHeaders } from '../user-headers.ts';

/** All names and prefixes in lower case. */
export interface RequestHeaderOptions {
  /** In order: the first that has a value gives the name of the user. */
  readonly usernameHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
  readonly uidHeaders?: readonly string[];
  /** Common names of proxies; empty: any name that the authorities signed. */
  readonly allowedNames: readonly string[];
}

/**
 * A proxy has found out who is asking, and says so in headers. They are believed when they come from a peer whose
 * certificate the authorities vouch for and whose name is allowed.
 *
 * Believed or not, the headers are removed from the request: a request that is proxied to another server must not carry
 * claims of the caller about itself.
 */
export class RequestHeaderAuthenticator implements Authenticator {
  readonly #verifier: PeerVerifier<{ isProxy: boolean }>;
  readonly #options: RequestHeaderOptions;
  readonly #names: ReadonlySet<string>;

  constructor(options: RequestHeaderOptions, authorities: CertificateAuthorities, clock: Clock) {
    const { allowedNames, usernameHeaders, groupHeaders, uidHeaders = [] } = options;
    this.#options = options;
    this.#names = new Set([...usernameHeaders, ...groupHeaders, ...uidHeaders]);
    this.#verifier = new PeerVerifier(authorities, clock, (certificate) => ({
      isProxy: allowedNames.length === 0 || allowedNames.includes(subjectOf(certificate).commonName),
    }));
  }

  authenticate({ headers, rawHeaders, connection }: AuthenticationRequest): Decision {
    const peer = this.#verifier.verify(connection);
    const present = Object.keys(headers).filter((name) => this.#isAboutUser(name));
    const removed = present.length === 0 ? undefined : new HeaderValues(rawHeaders, present);
    if (removed !== undefined) remove(headers, rawHeaders, present);
    if (typeof peer === 'string') return peer;
    if (!peer.isProxy) return 'invalid';
    return removed === undefined ? 'none' : userOfHeaders(removed, this.#options);
  }

  #isAboutUser(name: string): boolean {
    return (
      this.#names.has(name) || this.#options.extraHeaderPrefixes.some((prefix) => name.startsWith(prefix))
    );
  }
}

function remove(headers: IncomingHttpHeaders, rawHeaders: string[], names: readonly string[]): void {
  for (const name of names) delete headers[name];
  let kept = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (names.includes(rawHeaders[at]!.toLowerCase())) continue;
    rawHeaders[kept++] = rawHeaders[at]!;
    rawHeaders[kept++] = rawHeaders[at + 1]!;
  }
  rawHeaders.length = kept;
}

const uidGate = 'RemoteRequestHeaderUID';
const authoritiesFlag = 'requestheader-client-ca-file';
const usernameFlag = 'requestheader-username-headers';
const groupFlag = 'requestheader-group-headers';
const uidFlag = 'requestheader-uid-headers';
const extraFlag = 'requestheader-extra-headers-prefix';
const allowedFlag = 'requestheader-allowed-names';

/** Header names, in lower case. Throws a start-up error. */
function headerNames(flags: FlagValues, flag: string): string[] {
  const given = flags.texts(flag).filter((text) => text !== '');
  const names = given.flatMap((text) => text.split(','));
  return names.map((name) => {
    if (name.trim() === '') throw new Error(`empty value in ${JSON.stringify(flag)}`);
    return name.trim().toLowerCase();
  });
}

function uidHeaderNames(flags: FlagValues, gates: FeatureGates): string[] {
  const names = headerNames(flags, uidFlag);
  if (names.length > 0 && !gates.isOn(uidGate))
    throw new Error(`--${uidFlag} requires feature gate ${uidGate} to be enabled`);
  return names;
}

export const requestHeader: AuthenticationMethod<Authenticator> = {
  name: 'request-header',
  flags: [
    {
      name: usernameFlag,
      type: 'list',
      value: 'names',
      description: 'headers in which a proxy says who is asking; the first that has a value counts',
    },
    {
      name: groupFlag,
      type: 'list',
      value: 'names',
      description: 'headers whose values are groups of the user: X-Remote-Group',
    },
    {
      name: uidFlag,
      type: 'list',
      value: 'names',
      description: 'headers that have the UID of the user: X-Remote-Uid; the first that has a value counts',
    },
    {
      name: extraFlag,
      type: 'list',
      value: 'prefixes',
      description: 'what headers begin with that tell more about the user: X-Remote-Extra-',
    },
    {
      name: authoritiesFlag,
      type: 'text',
      value: 'file',
      description:
        'certificates of the authorities of the proxies that are believed; read again when it changes',
    },
    {
      name: allowedFlag,
      type: 'list',
      value: 'names',
      description: 'common names of certificates of proxies that are believed; none given: any',
    },
  ],
  create: async (flags, dependencies) => {
    const path = flags.text(authoritiesFlag);
    const options: RequestHeaderOptions = {
      usernameHeaders: headerNames(flags, usernameFlag),
      groupHeaders: headerNames(flags, groupFlag),
      extraHeaderPrefixes: headerNames(flags, extraFlag),
      uidHeaders: uidHeaderNames(flags, dependencies.gates),
      allowedNames: flags.list(allowedFlag),
    };
    // Without authorities no proxy is believed, and one that names no user says nothing.
    if (!path) return undefined;
    if (path === flags.text('client-ca-file') && options.allowedNames.length === 0) {
      const danger = 'any holder of a client certificate can act as any user';
      dependencies.report(
        `--${authoritiesFlag} is --client-ca-file, and --${allowedFlag} is empty: ${danger}`,
      );
    }
    const authorities = reloadedAuthorities(path, 'request-header', dependencies);
    return new RequestHeaderAuthenticator(options, authorities, dependencies.clock);
  },
};
