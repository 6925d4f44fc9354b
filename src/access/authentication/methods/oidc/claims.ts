import { OidcError } from './oidc-error.ts';

/** The claims of a token whose signature was verified. */
export type Claims = Readonly<Record<string, unknown>>;

export const hasClaim = (claims: Claims, name: string): boolean => Object.hasOwn(claims, name);

/**
 * Checks that an address is verified: its owner is only known when the issuer found out. An issuer that never says
 * counts as one that did.
 */
export function checkEmail(claims: Claims): void {
  if (!hasClaim(claims, 'email_verified')) return;
  const verified = claims['email_verified'];
  if (typeof verified !== 'boolean') throw new OidcError("parse 'email_verified' claim: must be a boolean");
  if (!verified) throw new OidcError('email not verified');
}

/** Some issuers have one group a user, as a string: a role. */
export function groupsClaim(claims: Claims, claim: string): readonly string[] {
  const groups = hasClaim(claims, claim) ? claims[claim] : undefined;
  if (groups === undefined || groups === null) return [];
  if (typeof groups === 'string') return [groups];
  if (Array.isArray(groups) && groups.every((group) => typeof group === 'string')) return groups;
  throw new OidcError(`parse groups claim ${quoted(claim)}: must be a string or an array of strings`);
}

export function checkRequired(claims: Claims, claim: string, value: string): void {
  if (!hasClaim(claims, claim)) throw new OidcError(`required claim ${claim} not present in ID token`);
  const given = textClaim(claims, claim, 'claim');
  if (given === value) return;
  throw new OidcError(`required claim ${claim} value does not match. Got = ${given}, want = ${value}`);
}

export function textClaim(claims: Claims, name: string, what: string): string {
  const value = hasClaim(claims, name) ? claims[name] : undefined;
  if (typeof value === 'string') return value;
  const problem = value === undefined ? 'claim not present' : 'must be a string';
  throw new OidcError(`parse ${what} ${quoted(name)}: ${problem}`);
}

const quoted = (text: string): string => JSON.stringify(text);
