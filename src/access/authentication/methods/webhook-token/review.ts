import type { User } from '../../../../api/meta/user.ts';
import type { Fields } from '../../../../client/fields.ts';

/** The status of a TokenReview. */
export interface ReviewStatus {
  /** Undefined: the token is not authenticated. */
  user: User | undefined;
  /** Reason why it is not authenticated; may be empty. */
  error: string;
  /** Audiences that the token is for; empty when that was not looked at. */
  audiences: readonly string[];
}

/** Reads the status of a TokenReview. Throws ShapeError. */
export function statusOf(status: Fields): ReviewStatus {
  const isAuthenticated = status.boolean('authenticated') ?? false;
  return {
    user: isAuthenticated ? userOf(status) : undefined,
    error: isAuthenticated ? '' : (status.text('error') ?? ''),
    audiences: status.texts('audiences'),
  };
}

function userOf(status: Fields): User {
  const user = status.object('user');
  if (user === undefined) throw status.wrong('user', 'must be given');
  const extra = user.object('extra');
  const entries = extra?.names().map((name) => [name, extra.texts(name)] as const) ?? [];
  return {
    name: user.required('username'),
    uid: user.text('uid') ?? '',
    groups: user.texts('groups'),
    extra: Object.fromEntries(entries),
  };
}
