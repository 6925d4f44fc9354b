import { readFileSync } from 'node:fs';
import type { Algorithm } from 'jsonwebtoken';
import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { type Flag, type FlagValues, InvalidArgument } from '../../../../util/flags.ts';
import { parseBundle } from '../../../../util/x509.ts';
import type { JwtAuthenticator } from '../../configuration/authentication-configuration.ts';
import { UserMapping, type UserMappingOptions } from './user-mapping.ts';

/** One issuer, and what is made of its tokens. */
export interface OidcSettings {
  issuer: string;
  /** URL of the discovery document, if it is not below the issuer. */
  discoveryUrl: string | undefined;
  audiences: readonly string[];
  /** Authority that signed the issuer's certificate; PEM. */
  authority: string | undefined;
  algorithms: readonly Algorithm[];
  mapping: UserMapping;
}

/** All algorithms that tokens of an issuer may be signed with. */
export const asymmetric: readonly Algorithm[] = [
  ...(['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512'] as const),
  ...(['PS256', 'PS384', 'PS512'] as const),
];

export const oidcFlags: readonly Flag[] = [
  {
    name: 'oidc-issuer-url',
    type: 'text',
    value: 'url',
    description:
      'OpenID Connect issuer whose id tokens are accepted; its discovery document lies below it; https',
  },
  {
    name: 'oidc-client-id',
    type: 'text',
    value: 'id',
    description: 'client that the tokens of the issuer must be made for',
  },
  {
    name: 'oidc-ca-file',
    type: 'text',
    value: 'file',
    description: "authority of the issuer's certificate; without it those that the system trusts",
  },
  {
    name: 'oidc-username-claim',
    type: 'text',
    value: 'claim',
    description: 'claim that is the name of the user; only sub is sure to be unique and to stay',
    default: 'sub',
  },
  {
    name: 'oidc-username-prefix',
    type: 'text',
    value: 'prefix',
    description:
      'goes before the names of users; - for nothing. When not given: nothing before the claim email, the URL of the issuer and # before any other',
  },
  {
    name: 'oidc-groups-claim',
    type: 'text',
    value: 'claim',
    description: 'claim that holds the groups of the user: a string or an array of them',
  },
  {
    name: 'oidc-groups-prefix',
    type: 'text',
    value: 'prefix',
    description: 'goes before the names of groups',
  },
  {
    name: 'oidc-required-claim',
    type: 'texts',
    value: 'key=value',
    description: 'claim that a token must have, with this value; may be repeated',
  },
  {
    name: 'oidc-signing-algs',
    type: 'list',
    value: 'algorithms',
    description: `with what tokens may be signed: ${asymmetric.join(', ')}`,
    default: 'RS256',
  },
];

/** The issuer of the flags. */
export interface FlaggedIssuer {
  readonly jwt: JwtAuthenticator;
  readonly algorithms: readonly Algorithm[];
}

/** undefined when no issuer is given. Throws a start-up error. */
export function issuerOfFlags(flags: FlagValues, gates: FeatureGates): FlaggedIssuer | undefined {
  const url = flags.text('oidc-issuer-url') ?? '';
  const clientId = flags.text('oidc-client-id') ?? '';
  const isValidated = gates.isIn('1.30');
  const isAsked = isValidated && oidcFlags.some(({ name }) => flags.isGiven(name) && flags.text(name) !== '');
  if ((url === '') !== (clientId === '') || (isAsked && url === '')) {
    throw new Error(
      `oidc-issuer-url and oidc-client-id ${isValidated ? together : 'should be specified together'}`,
    );
  }
  if (url === '') return undefined;
  if (!isValidated) checkIssuer(url);
  const claim = flags.text('oidc-username-claim') ?? '';
  if (claim === '') throw new Error('no username claim provided');
  return {
    algorithms: flags.list('oidc-signing-algs').map(algorithm),
    jwt: {
      issuer: {
        url,
        discoveryURL: '',
        certificateAuthority: authorityOf(flags.text('oidc-ca-file') ?? '') ?? '',
        audiences: [clientId],
        audienceMatchPolicy: '',
        egressSelectorType: '',
      },
      claimValidationRules: [...new Map(flags.texts('oidc-required-claim').map(pair))].map(
        ([name, requiredValue]) => ({ claim: name, requiredValue, expression: '', message: '' }),
      ),
      username: {
        claim,
        expression: '',
        prefix: usernamePrefix(flags.text('oidc-username-prefix') ?? '', claim, url),
      },
      groups: {
        claim: flags.text('oidc-groups-claim') ?? '',
        expression: '',
        prefix: flags.text('oidc-groups-prefix') ?? '',
      },
      uid: { claim: '', expression: '' },
      extra: [],
      userValidationRules: [],
    },
  };
}

const together = 'must be specified together when any oidc-* flags are set';

/** The settings of an issuer that passed validation. */
export function oidcSettings({ jwt, algorithms }: FlaggedIssuer, options: UserMappingOptions): OidcSettings {
  const { url, discoveryURL, audiences, certificateAuthority } = jwt.issuer;
  return {
    issuer: url,
    discoveryUrl: discoveryURL || undefined,
    audiences,
    authority: certificateAuthority || undefined,
    algorithms,
    mapping: new UserMapping(jwt, options),
  };
}

function checkIssuer(issuer: string): void {
  if (!URL.canParse(issuer)) throw new Error(`--oidc-issuer-url: ${JSON.stringify(issuer)} is no URL`);
  const scheme = new URL(issuer).protocol.slice(0, -1);
  if (scheme !== 'https') {
    const quoted = [issuer, scheme].map((text) => `(${JSON.stringify(text)})`);
    throw new Error(`'oidc-issuer-url' ${quoted[0]} has invalid scheme ${quoted[1]}, require 'https'`);
  }
}

function usernamePrefix(given: string, claim: string, issuer: string): string {
  if (given === '-') return '';
  return given === '' && claim !== 'email' ? `${issuer}#` : given;
}

function authorityOf(path: string): string | undefined {
  if (path === '') return undefined;
  const text = readFileSync(path, 'utf8');
  if (parseBundle(text).length === 0) throw new Error(`--oidc-ca-file: ${path} has no certificate in it`);
  return text;
}

function algorithm(name: string): Algorithm {
  const found = asymmetric.find((one) => one === name);
  if (found === undefined) throw new Error(`oidc: unsupported signing alg: ${JSON.stringify(name)}`);
  return found;
}

function pair(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 0)
    throw new InvalidArgument({ name: 'oidc-required-claim' }, text, 'malformed pair, expect string=string');
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
