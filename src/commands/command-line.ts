import { readFlagWords } from '../util/flag-words.ts';
import {
  type Flag,
  FlagError,
  FlagValues,
  InvalidArgument,
  InvalidValue,
  type ParsedFlag,
} from '../util/flags.ts';
import { nearest } from '../util/nearest.ts';
import { goQuote } from '../util/quote.ts';
import { type FlagSection, helpText } from './help-text.ts';
import { StartError, UsageError } from './start-error.ts';

export interface Program {
  name: string;
  description: string;
  /** The flags, as the help has them. */
  sections: readonly FlagSection[];
  /** Printed by `--version`. */
  version?: string;
}

/** Texts by the name of a flag, in the order of the command line. */
export type FlagTexts = Readonly<Record<string, readonly string[]>>;

/** Throws StartError for anything that is no flag; `--help` prints and exits. */
export function parseCommandLine(program: Program, commandLine: readonly string[]): FlagTexts {
  const flags = [...program.sections.flatMap((section) => section.flags), ...ownFlags(program)];
  const texts: Record<string, string[]> = {};
  const unknown = (word: string): UsageError =>
    new UsageError(`${unknownFlag(word)}${suggestion(word, flags)}`);
  const { words } = readFlagWords(flags, commandLine, {
    set: (flag, text) => {
      if (flag === help) printAndExit(helpText({ ...program, ownFlags: ownFlags(program) }));
      if (flag === version) printAndExit(`${program.version}\n`);
      texts[flag.name] = [...(texts[flag.name] ?? []), text];
    },
    takesNextWord: true,
    unknown,
    unknownLetter: (letters) => unknown(`-${letters}`),
    withoutValue: (flag) => new UsageError(`flag needs an argument: ${flagName(flag)}`),
  });
  if (words.length > 0)
    throw new UsageError(`unknown command ${goQuote(words[0]!)} for ${goQuote(program.name)}`);
  return texts;
}

const help: Flag = { name: 'help', type: 'boolean', description: 'explains every flag' };
const version: Flag = { name: 'version', type: 'boolean', description: 'prints the version' };

const ownFlags = (program: Program): Flag[] => (program.version === undefined ? [help] : [version, help]);

function printAndExit(text: string): never {
  process.stdout.write(text);
  process.exit(0);
}

const flagName = ({ name, short }: Flag): string =>
  short === undefined ? `--${name}` : `-${short}, --${name}`;

/** Whatever is said behind `=` is no part of the name. */
function unknownFlag(word: string): string {
  if (word.startsWith('--')) return `unknown flag: ${word.split('=', 1)[0]}`;
  return `unknown shorthand flag: '${word[1] ?? ''}' in ${word}`;
}

function suggestion(word: string, flags: readonly Flag[]): string {
  const names = nearest(
    word.replace(/^-+/, '').split('=', 1)[0]!,
    flags.map(({ name }) => name),
  );
  if (names.length === 0 || !word.startsWith('--')) return '';
  const dashed = names.map((name) => `--${name}`).join(', ');
  return `\n(Did you mean ${names.length === 1 ? '' : 'one of '}${dashed}?)`;
}

/** The values of flags. Throws StartError. */
export function flagValues(flags: readonly Flag[], texts: FlagTexts): FlagValues {
  try {
    return new FlagValues(flags, texts);
  } catch (error) {
    if (error instanceof InvalidArgument) throw new UsageError(error.message, { cause: error });
    throw error instanceof FlagError ? new StartError(error.message, { cause: error }) : error;
  }
}

type ValueOf<F> =
  F extends ParsedFlag<infer T> ? (F extends { readonly default: string } ? T : T | undefined) : never;

/** The values of flags with parsers of their own, by the keys of the table. Throws StartError. */
export function parsedValues<Table extends Readonly<Record<string, ParsedFlag<unknown>>>>(
  table: Table,
  texts: FlagTexts,
): { [Key in keyof Table]: ValueOf<Table[Key]> } {
  const values = Object.entries(table).map(([key, flag]) => [key, parsedValue(flag, texts)]);
  return Object.fromEntries(values) as { [Key in keyof Table]: ValueOf<Table[Key]> };
}

function parsedValue<T>(flag: ParsedFlag<T>, texts: FlagTexts): T | undefined {
  const given = texts[flag.name] ?? (flag.default === undefined ? [] : [flag.default]);
  let value: T | undefined;
  for (const text of given) {
    try {
      value = flag.parse(text, value);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      const { message } = new InvalidArgument(flag, text, error.message);
      throw new UsageError(message, { cause: error });
    }
  }
  return value;
}
