import { parseDuration } from '../../../util/duration.ts';
import { goQuote } from '../../../util/quote.ts';
import { FlagUsageError } from '../errors/cli-error.ts';
import type { CommandFlag } from './flag.ts';
import { FlagSet, isBoolean } from './flag-set.ts';

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
  const reading = new Reading(flags);
  const rest = [...parameters];
  let wordsBeforeDashes: number | undefined;
  for (let parameter = rest.shift(); parameter !== undefined; parameter = rest.shift()) {
    if (parameter === '--') {
      wordsBeforeDashes = reading.words.length;
      reading.words.push(...rest);
      break;
    }
    if (parameter.startsWith('--')) reading.long(parameter, rest);
    else if (parameter.startsWith('-') && parameter !== '-') reading.short(parameter, rest);
    else reading.words.push(parameter);
  }
  const { values, words, warnings } = reading;
  return { flags: new FlagSet(flags, values), words, wordsBeforeDashes, warnings };
}

class Reading {
  readonly values = new Map<string, string[]>();
  readonly words: string[] = [];
  readonly warnings: string[] = [];
  readonly #byName: ReadonlyMap<string, CommandFlag>;
  readonly #byLetter: ReadonlyMap<string, CommandFlag>;

  constructor(flags: readonly CommandFlag[]) {
    this.#byName = new Map(flags.map((flag) => [flag.name, flag]));
    this.#byLetter = new Map(flags.flatMap((flag) => (flag.short === undefined ? [] : [[flag.short, flag]])));
  }

  /** `--name=value`, `--name value` or `--name`. */
  long(parameter: string, rest: string[]): void {
    const equals = parameter.indexOf('=');
    const name = parameter.slice(2, equals < 0 ? undefined : equals);
    if (name === '' || name.startsWith('-')) throw new FlagUsageError(`bad flag syntax: ${parameter}`);
    const flag = this.#byName.get(name);
    if (flag === undefined) throw new FlagUsageError(`unknown flag: --${name}`);
    if (equals >= 0) return this.#set(flag, parameter.slice(equals + 1));
    const bare = bareValue(flag);
    if (bare !== undefined) return this.#set(flag, bare);
    const value = rest.shift();
    if (value === undefined) throw new FlagUsageError(`flag needs an argument: --${name}`);
    this.#set(flag, value);
  }

  /** `-n value`, `-nvalue`, `-n=value`, and several that need none: `-it`. */
  short(parameter: string, rest: string[]): void {
    for (let at = 1; at < parameter.length; at++) {
      const letter = parameter[at]!;
      const flag = this.#byLetter.get(letter);
      if (flag === undefined) {
        throw new FlagUsageError(`unknown shorthand flag: '${letter}' in -${parameter.slice(at)}`);
      }
      const behind = parameter.slice(at + 1);
      if (behind.startsWith('=')) return this.#set(flag, behind.slice(1));
      const bare = bareValue(flag);
      if (bare !== undefined) {
        this.#set(flag, bare);
        continue;
      }
      const value = behind === '' ? rest.shift() : behind;
      if (value === undefined) {
        throw new FlagUsageError(`flag needs an argument: '${letter}' in -${parameter.slice(at)}`);
      }
      return this.#set(flag, value);
    }
  }

  #set(flag: CommandFlag, text: string): void {
    const problem = problemOf(flag, text);
    if (problem !== undefined) {
      const name = flag.short === undefined ? `--${flag.name}` : `-${flag.short}, --${flag.name}`;
      throw new FlagUsageError(`invalid argument ${goQuote(text)} for "${name}" flag: ${problem}`);
    }
    const values = this.values.get(flag.name) ?? [];
    if (values.length === 0 && flag.deprecated !== undefined) {
      this.warnings.push(`Flag --${flag.name} has been deprecated, ${flag.deprecated}`);
    }
    this.values.set(flag.name, [...values, text]);
  }
}

const bareValue = ({ type, bare }: CommandFlag): string | undefined =>
  bare ?? (type === 'boolean' ? 'true' : undefined);

/** Undefined for a value of the flag's type. */
function problemOf({ type }: CommandFlag, text: string): string | undefined {
  if (type === 'boolean' && !isBoolean(text))
    return `strconv.ParseBool: parsing ${goQuote(text)}: invalid syntax`;
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
