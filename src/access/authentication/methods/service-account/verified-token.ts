import { type Dialect, fillPlaceholders } from '../../../../api/meta/dialect.ts';
import { authenticatedGroup, serviceAccountUserName, type User } from '../../../../api/meta/user.ts';
import { serviceAccountGroups } from '../../service-account-users.ts';
import type { ObjectName, TokenClaims } from '../../tokens/claims.ts';

/** A token whose signature and issuer were found right; everything else is looked at again each time. */
export interface VerifiedToken {
  /** SHA-256 of the token, base64. */
  readonly digest: string;
  readonly claims: TokenClaims;
  readonly user: User;
  /** Whether it is meant for this API. */
  readonly isForServer: boolean;
  /**
   * Milliseconds since 1970 until when the objects that it depends on are as they have to be, unless one of them
   * changes; undefined when that is not known.
   */
  standsUntil: number | undefined;
}

export function accountUser({ namespace, account, pod, node }: TokenClaims, dialect: Dialect): User {
  const prefix = fillPlaceholders(dialect, 'authentication.{label}');
  const of = (kind: string, object: ObjectName | undefined): Record<string, string[]> =>
    object === undefined
      ? {}
      : { [`${prefix}/${kind}-name`]: [object.name], [`${prefix}/${kind}-uid`]: [object.uid] };
  return {
    name: serviceAccountUserName(namespace, account.name),
    uid: account.uid,
    groups: [...serviceAccountGroups(namespace), authenticatedGroup],
    extra: { ...of('pod', pod), ...of('node', node) },
  };
}

/** The intersection of the wanted audiences and those of the token; a token without any is for the API. */
export function commonAudiences(
  { audiences }: TokenClaims,
  wanted: readonly string[],
  ofServer: readonly string[],
): string[] {
  const own = audiences.length > 0 ? audiences : ofServer;
  return own.filter((audience) => wanted.includes(audience));
}
