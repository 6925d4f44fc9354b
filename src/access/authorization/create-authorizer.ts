import type { Flag, FlagValues } from '../../util/flags.ts';
import type { Authorizer, RuleResolver } from './authorizer.ts';
import type { ModeDependencies } from './mode.ts';
import { alwaysAllow } from './modes/always.ts';
import { authorizationModes } from './modes/index.ts';
import { PrivilegedGroupAuthorizer } from './privileged-group.ts';
import { type NamedMode, UnionAuthorizer } from './union.ts';

const modeFlag: Flag = {
  name: 'authorization-mode',
  type: 'list',
  value: 'modes',
  description: `who says what is allowed, in the order in which they are asked: ${authorizationModes
    .map(({ name }) => name)
    .join(', ')}`,
  default: 'Node,RBAC',
};

export const authorizationFlags: readonly Flag[] = [
  modeFlag,
  ...authorizationModes.flatMap(({ flags }) => flags),
];

/** Whether AlwaysAllow is among the modes of the flag. */
export const allowsAll = (flags: FlagValues): boolean => flags.list(modeFlag.name).includes(alwaysAllow.name);

/**
 * The modes that the flag names, behind the one group that they are not asked about, as one. Rejects with a start-up
 * error.
 */
export async function createAuthorizer(
  flags: FlagValues,
  dependencies: ModeDependencies,
): Promise<Authorizer & RuleResolver> {
  const names = flags.list(modeFlag.name);
  if (names.length === 0) throw new Error(`--${modeFlag.name}: at least one mode must be given`);
  const made: NamedMode[] = [{ name: 'privileged group', mode: new PrivilegedGroupAuthorizer() }];
  for (const [at, name] of names.entries()) {
    const mode = authorizationModes.find((one) => one.name === name);
    if (mode === undefined) throw new Error(`--${modeFlag.name}: ${name} is not a valid mode`);
    if (names.indexOf(name) !== at) throw new Error(`--${modeFlag.name}: ${name} is there more than once`);
    made.push({ name, mode: await mode.create(flags, dependencies) });
  }
  checkUnused(flags, names);
  return new UnionAuthorizer(made);
}

/** Refuses flags of modes that are not used: who says how a mode is to decide wants it to decide. */
function checkUnused(flags: FlagValues, names: readonly string[]): void {
  for (const mode of authorizationModes) {
    if (names.includes(mode.name)) continue;
    const given = mode.flags.find((flag) => flag.default === undefined && flags.has(flag.name));
    if (given !== undefined) throw new Error(`cannot specify --${given.name} without mode ${mode.name}`);
  }
}
