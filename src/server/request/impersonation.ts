import { serviceAccountGroups, serviceAccountOf } from '../../access/authentication/service-account-users.ts';
import { anonymousUser, authenticatedGroup, serviceAccountUserName, type User } from '../../api/meta/user.ts';
import { headerText } from '../../api/request/header-text.ts';
import { goQuote } from '../../util/quote.ts';

/** The user that a request asks to impersonate. */
export interface Impersonation {
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
  /** All of it, one attribute after the other: each has to be allowed. */
  readonly steps: readonly ImpersonationStep[];
}

/** One attribute, as the resource on which `impersonate` is asked for. */
export interface ImpersonationStep {
  readonly resource: 'users' | 'serviceaccounts' | 'groups' | 'userextras' | 'uids';
  readonly namespace?: string;
  readonly name: string;
  /** Key of an extra. */
  readonly subresource?: string;
}

const extraPrefix = 'impersonate-extra-';

interface Headers {
  user: string;
  uids: string[];
  groups: string[];
  /** Keys decoded, in the order in which they came first. */
  extra: Map<string, string[]>;
}

/**
 * The user that the raw headers (names at even places, values at odd ones) ask to impersonate.
 * Undefined without impersonation; `refused` for a client that contradicts itself; `problem` for attributes without a user.
 * `group`: that of extras and uids. `isConstrained`: releases with constrained impersonation take the first of two
 * values, and refuse attributes without a user in other words.
 */
export function impersonationOf(
  rawHeaders: readonly string[],
  group: string,
  isConstrained = false,
): Impersonation | { refused: string } | { problem: string } | undefined {
  const read = readHeaders(rawHeaders, isConstrained);
  if ('refused' in read) return read;
  const { user, uids, groups, extra } = read;
  if (uids.length > 1 && !isConstrained) return { refused: 'duplicate header Impersonate-Uid' };
  const uid = uids[0] ?? '';
  const steps: ImpersonationStep[] = [
    ...(user === '' ? [] : [userStep(user)]),
    ...groups.map((name) => ({ resource: 'groups', name }) as const),
    ...[...extra].flatMap(([subresource, values]) =>
      values.map((name) => ({ resource: 'userextras', subresource, name }) as const),
    ),
    ...(uid === '' ? [] : [{ resource: 'uids', name: uid } as const]),
  ];
  if (steps.length === 0) return undefined;
  if (user === '') {
    if (isConstrained) return { refused: withoutName(read) };
    return {
      problem: `requested [${steps.map((step) => shown(step, group)).join(' ')}] without impersonating a user`,
    };
  }
  return { user, uid, groups, extra: Object.fromEntries(extra), steps };
}

function readHeaders(rawHeaders: readonly string[], takesFirst: boolean): Headers | { refused: string } {
  const found: Headers = { user: '', uids: [], groups: [], extra: new Map() };
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!name.startsWith('impersonate-')) continue;
    const value = headerText(rawHeaders[i + 1]!);
    if (value === undefined) return { refused: `header ${rawHeaders[i]} is not UTF-8` };
    if (name === 'impersonate-user') found.user = takesFirst && found.user !== '' ? found.user : value;
    else if (name === 'impersonate-uid') found.uids.push(value);
    else if (name === 'impersonate-group') found.groups.push(value);
    else if (name.startsWith(extraPrefix)) {
      const key = extraKey(name.slice(extraPrefix.length));
      found.extra.set(key, [...(found.extra.get(key) ?? []), value]);
    }
  }
  return found;
}

/** Keys are percent-encoded in header names; a key that cannot be decoded stays as it is. */
function extraKey(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function userStep(user: string): ImpersonationStep {
  const account = serviceAccountOf(user);
  return account === undefined
    ? { resource: 'users', name: user }
    : { resource: 'serviceaccounts', ...account };
}

/** Text that clients know: the user in the syntax of the language that other servers are written in. */
function withoutName({ uids, groups, extra }: Headers): string {
  const list = (texts: readonly string[]): string => `[]string{${texts.map(goQuote).join(', ')}}`;
  const entries = [...extra].sort(([a], [b]) => (a < b ? -1 : 1));
  const map = `map[string][]string${extra.size === 0 ? '(nil)' : `{${entries.map(([key, values]) => `${goQuote(key)}:${list(values)}`).join(', ')}}`}`;
  const own = groups.length === 0 ? '[]string(nil)' : list(groups);
  const uid = goQuote(uids[0] ?? '');
  return `requested &user.DefaultInfo{Name:"", UID:${uid}, Groups:${own}, Extra:${map}} without impersonating a user name`;
}

const kinds = {
  users: 'User',
  serviceaccounts: 'ServiceAccount',
  groups: 'Group',
  userextras: 'UserExtra',
  uids: 'UID',
} as const;

/** Text that clients know: kind, namespace, name, UID, apiVersion, resourceVersion and field path of a reference. */
function shown({ resource, name, subresource = '' }: ImpersonationStep, group: string): string {
  const apiVersion = resource === 'userextras' || resource === 'uids' ? `${group}/v1` : '';
  return `{${kinds[resource]}  ${name}  ${apiVersion}  ${subresource}}`;
}

/** The user that the request goes on as. */
export function impersonatedUser({ user, uid, groups: given, extra }: Impersonation): User {
  const account = serviceAccountOf(user);
  if (account === undefined) return { name: user, uid, groups: withStanding(user, given), extra };
  const { namespace, name } = account;
  const groups = given.length > 0 ? given : serviceAccountGroups(namespace);
  const own = serviceAccountUserName(namespace, name);
  return { name: own, uid, groups: withStanding(own, groups), extra };
}

/** Impersonated users are in system:authenticated, unless the request names system:unauthenticated or the user is anonymous. */
function withStanding(user: string, groups: readonly string[]): readonly string[] {
  const [unauthenticated] = anonymousUser.groups;
  if (groups.includes(unauthenticated!)) return groups;
  if (user === anonymousUser.name) return [...groups, unauthenticated!];
  return groups.includes(authenticatedGroup) ? groups : [...groups, authenticatedGroup];
}
