import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';

/** Kinds of objects that a token depends on. */
export type TokenObjectKind = 'ServiceAccount' | 'Secret' | 'Pod' | 'Node';

/** The words of a release for what is wrong with a token; reviews of tokens tell it. */
export interface TokenTexts {
  readonly expired: string;
  readonly notYetValid: string;
  readonly issuedInFuture: string;
  readonly notValidated: string;
  readonly invalidated: string;
  readonly heldOtherwise: string;
  readonly boundToNode: string;
  accountMissing(name: string): string;
  accountDeleted(namespace: string, name: string): string;
  /** The object of a token from a Secret is another one. */
  otherAccount(uid: string, claimed: string): string;
  /** The object that a token is bound to is another one. */
  otherUid(kind: TokenObjectKind, uid: string, claimed: string): string;
}

const early: TokenTexts = {
  expired: 'Token has expired.',
  notYetValid: 'Token could not be validated.',
  issuedInFuture: 'Token could not be validated.',
  notValidated: 'Token could not be validated.',
  invalidated: 'Token has been invalidated',
  heldOtherwise: "Token does not match server's copy",
  boundToNode: 'Token could not be validated.',
  accountMissing: () => 'Token has been invalidated',
  accountDeleted: (namespace, name) => `ServiceAccount ${namespace}/${name} has been deleted`,
  otherAccount: (uid, claimed) => `ServiceAccount UID (${uid}) does not match claim (${claimed})`,
  otherUid: (kind, uid, claimed) => `${kind} UID (${uid}) does not match claim (${claimed})`,
};

const accountMissing = (name: string): string => `serviceaccounts ${JSON.stringify(name)} not found`;

const since124: TokenTexts = { ...early, accountMissing };

const reference: Readonly<Record<TokenObjectKind, string>> = {
  ServiceAccount: 'claim',
  Secret: 'service account secret ref claim',
  Pod: 'service account pod ref claim',
  Node: 'service account node ref claim',
};

const words: Readonly<Record<TokenObjectKind, string>> = {
  ServiceAccount: 'service account',
  Secret: 'secret',
  Pod: 'pod',
  Node: 'node',
};

const since129: TokenTexts = {
  expired: 'service account token has expired',
  notYetValid: 'service account token is not valid yet',
  issuedInFuture: 'service account token is issued in the future',
  notValidated: 'service account token claims could not be validated due to unexpected validation error',
  invalidated: 'service account token has been invalidated',
  heldOtherwise: "service account token does not match server's copy",
  boundToNode: 'service account token is bound to a node, which is not validated',
  accountMissing,
  accountDeleted: (namespace, name) => `service account ${namespace}/${name} has been deleted`,
  otherAccount: (uid, claimed) => `service account UID (${uid}) does not match claim (${claimed})`,
  otherUid: (kind, uid, claimed) =>
    `${words[kind]} UID (${uid}) does not match ${reference[kind]} (${claimed})`,
};

export function tokenTexts(gates: FeatureGates): TokenTexts {
  if (gates.isIn('1.29')) return since129;
  return gates.isIn('1.24') ? since124 : early;
}
