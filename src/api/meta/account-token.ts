import type { Dialect } from './dialect.ts';

/** Marks of a Secret with the token of a service account. */
export interface TokenSecretNames {
  /** Type of the Secret. */
  readonly type: string;
  /** Annotation: the name of the account. */
  readonly account: string;
  /** Annotation: the uid of the account; a Secret that was made by hand may lack it at first. */
  readonly accountUid: string;
  /** Label: the day of the last use of the token. */
  readonly lastUsed: string;
  /** Label: the day since when the token is not accepted. */
  readonly invalidSince: string;
}

export const tokenSecretNames = ({ label }: Dialect): TokenSecretNames => ({
  type: `${label}/service-account-token`,
  account: `${label}/service-account.name`,
  accountUid: `${label}/service-account.uid`,
  lastUsed: `${label}/legacy-token-last-used`,
  invalidSince: `${label}/legacy-token-invalid-since`,
});

/** The ConfigMap that says at a key since when, a day, the use of tokens in Secrets is noted. */
export const legacyTokenTracking = ({ prefix }: Dialect) => ({
  namespace: `${prefix}-system`,
  name: `${prefix}-apiserver-legacy-service-account-token-tracking`,
  key: 'since',
});

/** The issuer of tokens in Secrets. */
export const secretTokenIssuer = ({ service }: Dialect): string => `${service}/serviceaccount`;

/** The names of the claims of tokens in Secrets, beside `iss` and `sub`. */
export const secretTokenClaims = ({ label }: Dialect) => ({
  namespace: `${label}/serviceaccount/namespace`,
  secret: `${label}/serviceaccount/secret.name`,
  account: `${label}/serviceaccount/service-account.name`,
  accountUid: `${label}/serviceaccount/service-account.uid`,
});
