import type { Dialect } from '../../../api/meta/dialect.ts';
import { FlagError, type FlagValues } from '../../../util/flags.ts';
import { webKeyOf } from '../../../util/token-keys.ts';
import { keySetUrl, tokenIssuers, verificationKeysOf } from './settings.ts';

/** The documents by which other servers verify service account tokens. */
export interface IssuerDiscovery {
  /** `keysUrl`: where this server serves the key set, for when the operator names no other place. */
  configuration(keysUrl: string): object;
  readonly keySet: object;
}

/**
 * Undefined when the issuer is no https URL: then no discovery document can lie below it. Rejects with a start-up
 * error.
 */
export async function createIssuerDiscovery(
  flags: FlagValues,
  dialect: Dialect,
): Promise<IssuerDiscovery | undefined> {
  const [issuer] = tokenIssuers(flags, dialect);
  const ownUrl = keySetUrl(flags);
  const keys = await verificationKeysOf(flags);
  if (!issuer.startsWith('https://') || keys.length === 0) {
    if (ownUrl === undefined) return undefined;
    throw new FlagError('service-account-jwks-uri', 'needs an issuer that is an https URL, and a key.');
  }
  const algorithms = [...new Set(keys.map(({ algorithms: [first] }) => first))].sort();
  return {
    configuration: (keysUrl) => ({
      issuer,
      jwks_uri: ownUrl ?? keysUrl,
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: algorithms,
    }),
    keySet: { keys: keys.map(webKeyOf) },
  };
}
