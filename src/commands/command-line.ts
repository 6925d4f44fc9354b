import { Command, Option } from 'commander';
import { type Flag, FlagError, FlagValues } from '../util/flags.ts';
import { StartError } from './start-error.ts';

/** `flags` beside options of which the program has parsers of its own. */
export interface Program {
  name: string;
  description: string;
  options?: readonly Option[];
  flags: readonly Flag[];
  /** Printed by `--version`. */
  version?: string;
}

/** By the option's name in camel case, as its parser has made it. */
// biome-ignore lint/suspicious/noExplicitAny: the parsers say of which type
export type OptionValues = Record<string, any>;

/** Throws StartError for anything that is no flag or no value of one; `--help` prints and exits. */
export function parseCommandLine(
  { name, description, options = [], flags, version }: Program,
  parameters: readonly string[],
): { options: OptionValues; flags: FlagValues } {
  const command = new Command(name)
    .description(description)
    .helpOption('--help', 'explains every flag')
    .exitOverride((error) => {
      if (error.exitCode === 0) process.exit(0);
      throw new StartError(error.message.replace(/^error: /, ''));
    })
    .configureOutput({ outputError: () => {} })
    .allowExcessArguments(false);
  if (version !== undefined) command.version(version, '--version', 'prints the version');
  for (const option of [...options, ...flags.map(optionOf)]) command.addOption(option);
  command.parse([...parameters], { from: 'user' });
  const given = command.opts();
  return { options: given, flags: valuesOf(flags, given) };
}

/** All of them may be repeated here; their own values say what that means. */
function optionOf(flag: Flag): Option {
  const value = flag.type === 'boolean' ? `[${flag.value}]` : `<${flag.value}>`;
  const standard = flag.default === undefined ? '' : ` (default: ${flag.default})`;
  return new Option(`--${flag.name} ${value}`, flag.description + standard)
    .preset('true')
    .argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
}

function valuesOf(flags: readonly Flag[], given: OptionValues): FlagValues {
  const texts: Record<string, string[]> = {};
  for (const flag of flags) {
    const value: string[] | undefined = given[optionOf(flag).attributeName()];
    if (value !== undefined) texts[flag.name] = value;
  }
  try {
    return new FlagValues(flags, texts);
  } catch (error) {
    throw error instanceof FlagError ? new StartError(error.message, { cause: error }) : error;
  }
}
