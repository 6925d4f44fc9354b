/** The user of a request. All fields but the name may be empty. */
export interface User {
  readonly name: string;
  /** Differs from that of an earlier user of the same name. */
  readonly uid: string;
  readonly groups: readonly string[];
  /** Keys are lower case. */
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Group of every user with valid credentials. */
export const authenticatedGroup = 'system:authenticated';

/** The user of requests without credentials, where these are allowed. */
export const anonymousUser: User = {
  name: 'system:anonymous',
  uid: '',
  groups: ['system:unauthenticated'],
  extra: {},
};

/** Begins the user name of every service account. */
export const serviceAccountUserPrefix = 'system:serviceaccount:';

/** The user name of a service account: `system:serviceaccount:shop:builder`. */
export const serviceAccountUserName = (namespace: string, name: string): string =>
  `${serviceAccountUserPrefix}${namespace}:${name}`;
