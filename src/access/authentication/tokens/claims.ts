import { secretTokenClaims, secretTokenIssuer } from '../../../api/meta/account-token.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import { serviceAccountUserName } from '../../../api/meta/user.ts';

/** Which object a token speaks of: one of that name is not enough. */
export interface ObjectName {
  readonly name: string;
  readonly uid: string;
}

/** The claims of a service account token. Times in seconds since 1970. */
export interface TokenClaims {
  readonly namespace: string;
  readonly account: ObjectName;
  /** The token is good as long as this pod is there. */
  readonly pod: ObjectName | undefined;
  readonly secret: ObjectName | undefined;
  /** Beside a pod it only says where the pod runs, and its uid may be empty. */
  readonly node: ObjectName | undefined;
  /** Tells one token of an account from another. */
  readonly id: string | undefined;
  /** Name of the Secret that the token was made for and stands in: the older kind of token, which has no end. */
  readonly holder: string | undefined;
  /** Empty: any audience. */
  readonly audiences: readonly string[];
  readonly notBefore: number | undefined;
  readonly expires: number | undefined;
  readonly issuedAt: number | undefined;
  /** From when on the token is used longer than its client asked for. */
  readonly warnAfter: number | undefined;
}

/** The payload of a token, whose signature was verified. Undefined when it says less than it has to, or nonsense. */
export function readClaims(payload: object, dialect: Dialect): TokenClaims | undefined {
  const all = payload as Record<string, unknown>;
  const own =
    all['iss'] === secretTokenIssuer(dialect) ? ofHolder(all, dialect) : ofBound(all[dialect.label]);
  const audiences = typeof all['aud'] === 'string' ? [all['aud']] : (all['aud'] ?? []);
  if (own === undefined || !isTexts(audiences)) return undefined;
  if (all['sub'] !== serviceAccountUserName(own.namespace, own.account.name)) return undefined;
  const { nbf, exp, iat, jti } = all;
  if (!isTime(nbf) || !isTime(exp)) return undefined;
  return {
    ...own,
    audiences,
    notBefore: nbf,
    expires: exp,
    issuedAt: isTime(iat) ? iat : undefined,
    id: isText(jti) ? jti : undefined,
  };
}

type OwnClaims = Omit<TokenClaims, 'audiences' | 'notBefore' | 'expires' | 'issuedAt' | 'id'>;

function ofHolder(all: Record<string, unknown>, dialect: Dialect): OwnClaims | undefined {
  const names = secretTokenClaims(dialect);
  const namespace = all[names.namespace];
  const holder = all[names.secret];
  const account = objectName({ name: all[names.account], uid: all[names.accountUid] });
  if (!isText(namespace) || !isText(holder) || account === undefined) return undefined;
  const none = undefined;
  return { namespace, account, holder, pod: none, secret: none, node: none, warnAfter: none };
}

function ofBound(value: unknown): OwnClaims | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { namespace, serviceaccount, ...others } = value as Record<string, unknown>;
  const account = objectName(serviceaccount);
  if (!isText(namespace) || account === undefined) return undefined;
  const bound = [others['pod'], others['secret'], others['node']];
  const [pod, secret, ownNode] = bound.map(objectName);
  // The node of a pod may have been gone when the token was issued.
  const node = ownNode ?? (pod === undefined ? undefined : nameAlone(others['node']));
  // A claim that cannot be read might be the object that the token is bound to.
  if ([pod, secret, node].some((name, index) => name === undefined && bound[index] != null)) return undefined;
  const warnAfter = others['warnafter'];
  return {
    namespace,
    account,
    holder: undefined,
    pod,
    secret,
    node,
    warnAfter: isTime(warnAfter) ? warnAfter : undefined,
  };
}

function objectName(value: unknown): ObjectName | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, uid } = value as Record<string, unknown>;
  return isText(name) && isText(uid) ? { name, uid } : undefined;
}

function nameAlone(value: unknown): ObjectName | undefined {
  const { name, uid } = (value ?? {}) as Record<string, unknown>;
  return isText(name) && uid === undefined ? { name, uid: '' } : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isTime = (value: unknown): value is number | undefined =>
  value === undefined || (typeof value === 'number' && Number.isFinite(value));
