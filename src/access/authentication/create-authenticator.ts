import type { Flag, FlagValues } from '../../util/flags.ts';
import { anonymousFlag } from './anonymous.ts';
import type { Authenticator, TokenAuthenticator } from './authenticator.ts';
import { BearerTokenAuthenticator } from './bearer-token.ts';
import type { AuthenticationMethod, MethodDependencies } from './method.ts';
import { requestMethods, tokenMethods } from './methods/index.ts';
import { TokenReviewer } from './token-reviewer.ts';
import { apiAudiences } from './tokens/settings.ts';
import { UnionAuthenticator } from './union.ts';

/** Flags of all methods, and of what happens when none of them finds anything. */
export const authenticationFlags: readonly Flag[] = [
  ...[...requestMethods, ...tokenMethods].flatMap(({ flags }) => flags),
  anonymousFlag,
];

/** The union of all methods; the token methods also serve TokenReviews. */
export class AllMethods extends UnionAuthenticator {
  readonly reviewer: TokenReviewer;

  constructor(methods: readonly Authenticator[], reviewer: TokenReviewer) {
    super(methods);
    this.reviewer = reviewer;
  }
}

/** All methods that the flags ask for. `local`: tokens of this process, which none of them is asked about. */
export async function createAuthenticator(
  flags: FlagValues,
  dependencies: MethodDependencies,
  local: readonly TokenAuthenticator[] = [],
): Promise<AllMethods> {
  const requests = await makeAll(requestMethods, flags, dependencies);
  const tokens = await makeAll(tokenMethods, flags, dependencies);
  const { dialect } = dependencies;
  const reviewer = new TokenReviewer(tokens, apiAudiences(flags, dialect));
  return new AllMethods(
    [...requests, new BearerTokenAuthenticator([...local, ...tokens], dialect)],
    reviewer,
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
