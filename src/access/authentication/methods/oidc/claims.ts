import type { User } from '../../../../api/meta/user.ts';
import { OidcError } from './oidc-error.ts';
import type { ClaimSettings } from './settings.ts';

/** The claims of a token whose signature was verified. */
export type Claims = Readonly<Record<string, unknown>>;

export const hasClaim = (claims: Claims, name: string): boolean => Object.hasOwn(claims, name);

/** User of the claims. Throws OidcError when they do not say that, or less than they have to. */
export function userOf(claims: Claims, settings: ClaimSettings): User {
  const name = textClaim(claims, settings.username, 'username claims');
  // A prefix alone would be the same user for all.
  if (name === '') throw new OidcError(`parse username claims ${quoted(settings.username)}: is empty`);
  if (settings.username === 'email') checkEmail(claims);
  const groups = settings.groups === undefined ? [] : groupsOf(claims, settings.groups);
  for (const [claim, value] of settings.required) checkRequired(claims, claim, value);
  return {
    name: settings.usernamePrefix + name,
    uid: '',
    groups: groups.map((group) => settings.groupsPrefix + group),
    extra: {},
  };
}

/**
 * Checks that an address is verified: its owner is only known when the issuer found out. An issuer that never says
 * counts as one that did.
 */
function checkEmail(claims: Claims): void {
  if (!hasClaim(claims, 'email_verified')) return;
  const verified = claims['email_verified'];
  if (typeof verified !== 'boolean') throw new OidcError("parse 'email_verified' claim: must be a boolean");
  if (!verified) throw new OidcError('email not verified');
}

/** Some issuers have one group a user, as a string: a role. */
function groupsOf(claims: Claims, claim: string): readonly string[] {
  const groups = hasClaim(claims, claim) ? claims[claim] : undefined;
  if (groups === undefined || groups === null) return [];
  if (typeof groups === 'string') return [groups];
  if (Array.isArray(groups) && groups.every((group) => typeof group === 'string')) return groups;
  throw new OidcError(`parse groups claim ${quoted(claim)}: must be a string or an array of strings`);
}

function checkRequired(claims: Claims, claim: string, value: string): void {
  if (!hasClaim(claims, claim)) throw new OidcError(`required claim ${claim} not present in ID token`);
  const given = textClaim(claims, claim, 'claim');
  if (given === value) return;
  throw new OidcError(`required claim ${claim} value does not match. Got = ${given}, want = ${value}`);
}

function textClaim(claims: Claims, name: string, what: string): string {
  const value = hasClaim(claims, name) ? claims[name] : undefined;
  if (typeof value === 'string') return value;
  const problem = value === undefined ? 'claim not present' : 'must be a string';
  throw new OidcError(`parse ${what} ${quoted(name)}: ${problem}`);
}

const quoted = (text: string): string => JSON.stringify(text);
