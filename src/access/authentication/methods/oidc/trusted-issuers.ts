import type { Dialect } from '../../../../api/meta/dialect.ts';
import type { FlagValues } from '../../../../util/flags.ts';
import type { JwtAuthenticator } from '../../configuration/authentication-configuration.ts';
import type { ClaimExpressions } from '../../configuration/claim-expressions.ts';
import { type ConfigurationFile, checkConfiguration } from '../../configuration/configuration-file.ts';
import { credentialKeyIn } from '../../credential-key.ts';
import type { MethodDependencies } from '../../method.ts';
import { tokenIssuers } from '../../tokens/settings.ts';
import { asymmetric, issuerOfFlags, type OidcSettings, oidcSettings } from './settings.ts';

/** The release in which flags became a configuration like that of a file. */
const sinceValidatedFlags = '1.30';

type IssuerDependencies = Pick<MethodDependencies, 'gates' | 'dialect'>;

/** The issuers of the file, or else that of the flags. Throws a start-up error. */
export function trustedIssuers(
  flags: FlagValues,
  dependencies: IssuerDependencies,
  file: ConfigurationFile | undefined,
  expressions: ClaimExpressions,
): OidcSettings[] {
  const { gates, dialect } = dependencies;
  if (file !== undefined)
    return settingsOf(file.accepted.configuration.jwt, flags, dependencies, expressions);
  const flagged = issuerOfFlags(flags, gates);
  if (flagged === undefined) return [];
  if (gates.isIn(sinceValidatedFlags)) {
    checkConfiguration({ jwt: [flagged.jwt], anonymous: undefined }, gates, dialect);
    checkIssuers([flagged.jwt], flags, dialect);
  }
  return [oidcSettings(flagged, mappingOptions(dependencies, expressions))];
}

/** The settings of issuers of a file that passed validation. Throws a start-up error. */
export function settingsOf(
  all: readonly JwtAuthenticator[],
  flags: FlagValues,
  dependencies: IssuerDependencies,
  expressions: ClaimExpressions,
): OidcSettings[] {
  checkIssuers(all, flags, dependencies.dialect);
  const options = mappingOptions(dependencies, expressions);
  return all.map((jwt) => oidcSettings({ jwt, algorithms: asymmetric }, options));
}

const mappingOptions = ({ gates, dialect }: IssuerDependencies, expressions: ClaimExpressions) => ({
  expressions,
  credentialKey: credentialKeyIn(gates, dialect),
});

function checkIssuers(all: readonly JwtAuthenticator[], flags: FlagValues, dialect: Dialect): void {
  const own = tokenIssuers(flags, dialect);
  const hasEgress = (flags.text('egress-selector-config-file') ?? '') !== '';
  for (const { issuer } of all) {
    if (own.includes(issuer.url)) {
      const why = `URL must not overlap with disallowed issuers: [${[...own].sort().join(' ')}]`;
      throw new Error(`issuer.url: Invalid value: ${JSON.stringify(issuer.url)}: ${why}`);
    }
    const type = issuer.egressSelectorType;
    if (type !== '' && !hasEgress)
      throw new Error(`oidc: egress lookup required with egress selector type ${JSON.stringify(type)}`);
  }
}
