/** Who makes a request. Everything but the name may be empty; what the values mean is for authorizers to say. */
export interface User {
  readonly name: string;
  /** Tells a user from an earlier one of the same name. */
  readonly uid: string;
  readonly groups: readonly string[];
  /** Keys are lower case. */
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Every user who showed valid credentials is in this group. */
export const authenticatedGroup = 'system:authenticated';

/** Who shows no credentials, where that is allowed. */
export const anonymousUser: User = {
  name: 'system:anonymous',
  uid: '',
  groups: ['system:unauthenticated'],
  extra: {},
};
