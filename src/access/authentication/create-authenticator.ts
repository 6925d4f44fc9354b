import type { Flag, FlagValues } from '../../util/flags.ts';
import { anonymousFlag } from './anonymous.ts';
import type { Authenticator, TokenAuthenticator } from './authenticator.ts';
import { BearerTokenAuthenticator } from './bearer-token.ts';
import type { AnonymousConfiguration } from './configuration/authentication-configuration.ts';
import { ClaimExpressions } from './configuration/claim-expressions.ts';
import { authenticationConfigFlag, openConfiguration } from './configuration/configuration-file.ts';
import type { AuthenticationMethod, MethodDependencies } from './method.ts';
import { requestMethods, tokenMethods } from './methods/index.ts';
import { oidc } from './methods/oidc/index.ts';
import { oidcFlags } from './methods/oidc/settings.ts';
import { trustedIssuers } from './methods/oidc/trusted-issuers.ts';
import { serviceAccount } from './methods/service-account/index.ts';
import { TokenReviewer } from './token-reviewer.ts';
import { apiAudiences, isSignedElsewhere } from './tokens/settings.ts';
import { UnionAuthenticator } from './union.ts';

/** Flags of all methods, and of what happens when none of them finds anything. */
export const authenticationFlags: readonly Flag[] = [
  ...[...requestMethods, ...tokenMethods].flatMap(({ flags }) => flags),
  anonymousFlag,
  authenticationConfigFlag,
];

/** The union of all methods; the token methods also serve TokenReviews. */
export class AllMethods extends UnionAuthenticator {
  readonly reviewer: TokenReviewer;
  /** Requests without credentials, as the configuration file has them. */
  readonly anonymous: AnonymousConfiguration | undefined;

  constructor(
    methods: readonly Authenticator[],
    reviewer: TokenReviewer,
    anonymous: AnonymousConfiguration | undefined,
  ) {
    super(methods);
    this.reviewer = reviewer;
    this.anonymous = anonymous;
  }
}

/** Checks the flags and the configuration file before anything is made. Rejects with a start-up error. */
export async function checkAuthentication(
  flags: FlagValues,
  context: Pick<MethodDependencies, 'gates' | 'dialect'>,
): Promise<void> {
  const configuration = await openConfiguration(flags, context, oidcFlags);
  trustedIssuers(flags, context, configuration, new ClaimExpressions(context.gates.release));
}

/**
 * Makes the methods that the flags ask for but for those that begin to ask others as soon as they are there, and lets go
 * of them. Rejects with a start-up error.
 */
export async function checkMethods(flags: FlagValues, dependencies: MethodDependencies): Promise<void> {
  const waits = (name: string): boolean =>
    name === oidc.name || (name === serviceAccount.name && isSignedElsewhere(flags));
  await makeAll(requestMethods, flags, dependencies);
  await makeAll(
    tokenMethods.filter(({ name }) => !waits(name)),
    flags,
    dependencies,
  );
}

/** All methods that the flags ask for. `local`: tokens of this process, which none of them is asked about. */
export async function createAuthenticator(
  flags: FlagValues,
  dependencies: MethodDependencies,
  local: readonly TokenAuthenticator[] = [],
): Promise<AllMethods> {
  const configuration = await openConfiguration(flags, dependencies, oidcFlags);
  const given = Object.assign({}, dependencies, { configuration });
  const requests = await makeAll(requestMethods, flags, given);
  const tokens = await makeAll(tokenMethods, flags, given);
  const { dialect, gates } = dependencies;
  const reviewer = new TokenReviewer(tokens, apiAudiences(flags, dialect), gates.isIn('1.24'));
  return new AllMethods(
    [...requests, new BearerTokenAuthenticator([...local, ...tokens], dialect)],
    reviewer,
    configuration?.accepted.configuration.anonymous,
  );
}

async function makeAll<Made>(
  methods: readonly AuthenticationMethod<Made>[],
  flags: FlagValues,
  dependencies: MethodDependencies,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const method of methods) {
    const one = await method.create(flags, dependencies);
    if (one !== undefined) made.push(one);
  }
  return made;
}
