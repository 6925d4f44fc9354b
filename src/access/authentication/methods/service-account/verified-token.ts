import { type Dialect, fillPlaceholders } from '../../../../api/meta/dialect.ts';
import { authenticatedGroup, serviceAccountUserName, type User } from '../../../../api/meta/user.ts';
import { credentialKey } from '../../credential-key.ts';
import { serviceAccountGroups } from '../../service-account-users.ts';
import type { ObjectName, TokenClaims } from '../../tokens/claims.ts';
import type { TokenRules } from './token-rules.ts';

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
  /** Milliseconds since 1970 until when its use is not noted again in its Secret. */
  markedUntil: number;
}

export function accountUser(
  { namespace, account, pod, node, id }: TokenClaims,
  dialect: Dialect,
  { showsId, showsPodNode }: Pick<TokenRules, 'showsId' | 'showsPodNode'>,
): User {
  const prefix = fillPlaceholders(dialect, 'authentication.{label}');
  const extra: Record<string, string[]> = {};
  const show = (kind: string, object: ObjectName | undefined): void => {
    if (object === undefined) return;
    extra[`${prefix}/${kind}-name`] = [object.name];
    if (object.uid !== '') extra[`${prefix}/${kind}-uid`] = [object.uid];
  };
  if (id !== undefined && showsId) extra[credentialKey(dialect)] = [`JTI=${id}`];
  show('pod', pod);
  if (pod === undefined || showsPodNode) show('node', node);
  return {
    name: serviceAccountUserName(namespace, account.name),
    uid: account.uid,
    groups: [...serviceAccountGroups(namespace), authenticatedGroup],
    extra,
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
