import type { Flag, FlagValues } from '../../api/machinery/flags.ts';
import type { Authorizer, RuleResolver } from './authorizer.ts';
import type { ModeDependencies } from './mode.ts';
import { authorizationModes } from './modes/index.ts';
import { UnionAuthorizer } from './union.ts';

const modeFlag: Flag = {
  name: 'authorization-mode',
  type: 'list',
  value: 'modes',
  description: `who says what is allowed, in the order in which they are asked: ${authorizationModes
    .map(({ name }) => name)
    .join(', ')}`,
  default: 'AlwaysAllow',
};

export const authorizationFlags: readonly Flag[] = [
  modeFlag,
  ...authorizationModes.flatMap(({ flags }) => flags),
];

/** The modes that the flag names, as one. Rejects with a text for the operator. */
export async function createAuthorizer(
  flags: FlagValues,
  dependencies: ModeDependencies,
): Promise<Authorizer & RuleResolver> {
  const names = flags.list(modeFlag.name);
  if (names.length === 0) throw new Error(`--${modeFlag.name}: at least one mode must be given`);
  const made: (Authorizer & RuleResolver)[] = [];
  for (const [at, name] of names.entries()) {
    const mode = authorizationModes.find((one) => one.name === name);
    if (mode === undefined) throw new Error(`--${modeFlag.name}: ${name} is not a valid mode`);
    if (names.indexOf(name) !== at) throw new Error(`--${modeFlag.name}: ${name} is there more than once`);
    made.push(await mode.create(flags, dependencies));
  }
  return new UnionAuthorizer(made);
}
