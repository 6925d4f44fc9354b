import type { Flag, FlagValues } from '../../api/machinery/flags.ts';
import type { Authenticator } from './authenticator.ts';
import { BearerTokenAuthenticator } from './bearer-token.ts';
import type { AuthenticationMethod, MethodDependencies } from './method.ts';
import { requestMethods, tokenMethods } from './methods/index.ts';
import { UnionAuthenticator } from './union.ts';

/** Of all methods. */
export const authenticationFlags: readonly Flag[] = [...requestMethods, ...tokenMethods].flatMap(
  ({ flags }) => flags,
);

/** All methods that the flags ask for, as one. Rejects with a text for the operator. */
export async function createAuthenticator(
  flags: FlagValues,
  dependencies: MethodDependencies,
): Promise<Authenticator> {
  const requests = await makeAll(requestMethods, flags, dependencies);
  const tokens = await makeAll(tokenMethods, flags, dependencies);
  return new UnionAuthenticator([...requests, new BearerTokenAuthenticator(tokens, dependencies.dialect)]);
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
