import { fileErrorText } from '../../util/file-error-text.ts';
import type { FlagValues } from '../../util/flags.ts';
import type { Authorizer, RuleResolver } from './authorizer.ts';
import type { AuthorizationMode, ModeDependencies } from './mode.ts';

/** Makes what a mode says. Rejects with a start-up error, in the words that operators know. */
export async function createMode(
  mode: AuthorizationMode,
  flags: FlagValues,
  dependencies: ModeDependencies,
): Promise<Authorizer & RuleResolver> {
  return mode.create(flags, dependencies).catch((error: Error) => {
    throw new Error(`invalid authorization config: ${fileErrorText(error)}`, { cause: error });
  });
}
