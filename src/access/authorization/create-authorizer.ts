import type { Flag, FlagValues } from '../../util/flags.ts';
import { goQuote } from '../../util/quote.ts';
import { authorizationConfigFlag, openConfiguration } from './configuration/configuration-file.ts';
import { checkModes, createConfigured } from './configuration/configured-authorizer.ts';
import { createMode } from './create-mode.ts';
import type { AuthorizationMode, CreatedAuthorizer, ModeDependencies } from './mode.ts';
import { alwaysAllow } from './modes/always.ts';
import { authorizationModes } from './modes/index.ts';
import { webhook } from './modes/webhook/index.ts';
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
  authorizationConfigFlag,
  ...authorizationModes.flatMap(({ flags }) => flags),
];

/** Checks the configuration file before anything is made. Rejects with a start-up error. */
export async function checkAuthorization(
  flags: FlagValues,
  context: Pick<ModeDependencies, 'gates' | 'dialect'>,
): Promise<void> {
  const file = await openConfiguration(flags, context, [modeFlag, ...webhook.flags]);
  const read = await file?.read();
  if (read !== undefined) checkModes(read.configuration, flags);
}

/** The modes that the flag or the file names, behind the one group that they are not asked about, as one. Rejects with a start-up error. */
export async function createAuthorizer(
  flags: FlagValues,
  dependencies: ModeDependencies,
): Promise<CreatedAuthorizer> {
  const file = await openConfiguration(flags, dependencies, [modeFlag, ...webhook.flags]);
  if (file !== undefined) return createConfigured(file, flags, dependencies);
  const names = flags.list(modeFlag.name);
  if (names.length === 0) throw new Error(`--${modeFlag.name}: at least one mode must be given`);
  const modes = chosenModes(flags, names);
  checkUnused(flags, names);
  const made: NamedMode[] = [{ name: 'privileged group', mode: new PrivilegedGroupAuthorizer() }];
  for (const mode of modes) made.push({ name: mode.name, mode: await createMode(mode, flags, dependencies) });
  return { authorizer: new UnionAuthorizer(made), allowsAll: names.includes(alwaysAllow.name) };
}

/** The modes of these names. Throws a start-up error for one that is not there, or not once, or has not got its file. */
function chosenModes(flags: FlagValues, names: readonly string[]): AuthorizationMode[] {
  return names.map((name, at) => {
    const mode = authorizationModes.find((one) => one.name === name);
    if (mode === undefined) throw new Error(`${modeFlag.name} ${goQuote(name)} is not a valid mode`);
    if (names.indexOf(name) !== at)
      throw new Error(`${modeFlag.name} [${names.map(goQuote).join(' ')}] has mode specified more than once`);
    if (mode.file !== undefined && !flags.text(mode.file.flag))
      throw new Error(`${modeFlag.name} ${name}'s authorization ${mode.file.title} file not passed`);
    return mode;
  });
}

/** Refuses flags of modes that are not used: who says how a mode is to decide wants it to decide. */
function checkUnused(flags: FlagValues, names: readonly string[]): void {
  for (const mode of authorizationModes) {
    if (names.includes(mode.name)) continue;
    const given = mode.flags.find((flag) => flag.default === undefined && flags.has(flag.name));
    if (given !== undefined) throw new Error(`cannot specify --${given.name} without mode ${mode.name}`);
  }
}
