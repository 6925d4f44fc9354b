import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';

/** Key of the extra of a user that says which credential was shown. */
export const credentialKey = ({ label }: Dialect): string => `authentication.${label}/credential-id`;

/** The same for certificates and for tokens of issuers; undefined in releases that do not say it of them. */
export const credentialKeyIn = (gates: FeatureGates, dialect: Dialect): string | undefined =>
  gates.isIn('1.32') ? credentialKey(dialect) : undefined;
