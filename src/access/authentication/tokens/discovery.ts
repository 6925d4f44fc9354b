import type { Dialect } from '../../../api/meta/dialect.ts';
import { FlagError, type FlagValues } from '../../../util/flags.ts';
import { type VerificationKey, webKeyOf } from '../../../util/token-keys.ts';
import { keySetUrl, tokenIssuers, verificationKeysOf } from './settings.ts';

const oneHour = 3600;

/** The documents by which other servers verify service account tokens. */
export interface IssuerDiscovery {
  /** `keysUrl`: where this server serves the key set, for when the operator names no other place. */
  configuration(keysUrl: string): object;
  keySet(): object;
  /** Seconds for which clients may keep both. */
  readonly freshFor: number;
}

/** The public keys that others verify tokens with, as they are now. */
export interface ShownKeys {
  readonly shown: readonly VerificationKey[];
  readonly freshFor: number;
}

/**
 * `external`: the keys of another process. Undefined when the issuer is no https URL: then no discovery document can lie below it. Rejects with a start-up
 * error.
 */
export async function createIssuerDiscovery(
  flags: FlagValues,
  dialect: Dialect,
  external?: ShownKeys,
): Promise<IssuerDiscovery | undefined> {
  const [issuer] = tokenIssuers(flags, dialect);
  const ownUrl = keySetUrl(flags);
  const keys = external ?? { shown: await verificationKeysOf(flags), freshFor: oneHour };
  if (!issuer.startsWith('https://') || (external === undefined && keys.shown.length === 0)) {
    if (ownUrl === undefined) return undefined;
    throw new FlagError('service-account-jwks-uri', 'needs an issuer that is an https URL, and a key.');
  }
  return {
    configuration: (keysUrl) => ({
      issuer,
      jwks_uri: ownUrl ?? keysUrl,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: algorithmsOf(keys.shown),
    }),
    keySet: () => ({ keys: keys.shown.map(webKeyOf) }),
    get freshFor() {
      return keys.freshFor;
    },
  };
}

const algorithmsOf = (keys: readonly VerificationKey[]): string[] =>
  [...new Set(keys.map(({ algorithms: [first] }) => first))].sort();
