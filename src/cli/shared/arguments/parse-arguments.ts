import { notBoolean, parseBoolean } from '../../../util/booleans.ts';
import { parseDuration } from '../../../util/duration.ts';
import { type FlagReading, readFlagWords } from '../../../util/flag-words.ts';
import { goQuote } from '../../../util/quote.ts';
import { FlagUsageError } from '../errors/cli-error.ts';
import type { CommandFlag } from './flag.ts';
import { FlagSet } from './flag-set.ts';

export interface ParsedArguments {
  flags: FlagSet;
  words: readonly string[];
  /** Undefined without `--`. */
  wordsBeforeDashes: number | undefined;
  /** Deprecated flags that were used, as lines for the user. */
  warnings: readonly string[];
}

/** Reads flags and words in any order. Throws FlagUsageError. */
export function parseArguments(
  flags: readonly CommandFlag[],
  parameters: readonly string[],
): ParsedArguments {
  const values = new Map<string, string[]>();
  const warnings: string[] = [];
  const read = readFlagWords(flags, parameters, {
    ...errors,
    set: (flag, text) => {
      check(flag, text);
      const before = values.get(flag.name) ?? [];
      if (before.length === 0 && flag.deprecated !== undefined)
        warnings.push(`Flag --${flag.name} has been deprecated, ${flag.deprecated}`);
      values.set(flag.name, [...before, text]);
    },
  });
  return { flags: new FlagSet(flags, values), ...read, warnings };
}

const errors: Omit<FlagReading, 'set'> = {
  unknown: (word) => {
    const name = word.slice(2).split('=', 1)[0]!;
    const isNoName = name === '' || name.startsWith('-');
    return new FlagUsageError(isNoName ? `bad flag syntax: ${word}` : `unknown flag: --${name}`);
  },
  unknownLetter: (letters) => new FlagUsageError(`unknown shorthand flag: '${letters[0]}' in -${letters}`),
  withoutValue: ({ name }, letters) =>
    new FlagUsageError(
      `flag needs an argument: ${letters === undefined ? `--${name}` : `'${letters[0]}' in -${letters}`}`,
    ),
};

function check(flag: CommandFlag, text: string): void {
  const problem = problemOf(flag, text);
  if (problem === undefined) return;
  const name = flag.short === undefined ? `--${flag.name}` : `-${flag.short}, --${flag.name}`;
  throw new FlagUsageError(`invalid argument ${goQuote(text)} for "${name}" flag: ${problem}`);
}

/** Undefined for a value of the flag's type. */
function problemOf({ type }: CommandFlag, text: string): string | undefined {
  if (type === 'boolean' && parseBoolean(text) === undefined) return notBoolean(text);
  if (type === 'integer' && !/^[+-]?\d{1,15}$/.test(text))
    return `strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`;
  if (type !== 'duration') return undefined;
  try {
    parseDuration(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
