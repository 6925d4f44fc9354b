import type { Flag } from './flags.ts';

/** The manners of a program with its command line. */
export interface FlagReading {
  /** Called in the order of the command line. May throw. */
  set(flag: Flag, text: string): void;
  /** A flag that can stand alone takes the next word, unless that looks like a flag: `--profiling false`. */
  takesNextWord?: boolean;
  /** `word`: `--nope=1`. */
  unknown(word: string): Error;
  /** `letters`: `xyz` of `-vxyz`, where `-v` is known and needs no value. */
  unknownLetter(letters: string): Error;
  /** `letters` if the flag was given by its letter. */
  withoutValue(flag: Flag, letters?: string): Error;
}

export interface FlagWords {
  /** The words that are no flags, and all behind `--`. */
  words: string[];
  /** Undefined without `--`. */
  wordsBeforeDashes: number | undefined;
}

/** Reads flags and words in any order. Throws what the reading makes of errors. */
export function readFlagWords(
  flags: readonly Flag[],
  commandLine: readonly string[],
  reading: FlagReading,
): FlagWords {
  const reader = new Reader(flags, [...commandLine], reading);
  const words: string[] = [];
  for (let word = reader.next(); word !== undefined; word = reader.next()) {
    if (word === '--') {
      const wordsBeforeDashes = words.length;
      return { words: [...words, ...reader.rest], wordsBeforeDashes };
    }
    if (word.startsWith('--')) reader.long(word);
    else if (word.startsWith('-') && word !== '-') reader.short(word);
    else words.push(word);
  }
  return { words, wordsBeforeDashes: undefined };
}

class Reader {
  readonly rest: string[];
  readonly #byName: ReadonlyMap<string, Flag>;
  readonly #byLetter: ReadonlyMap<string, Flag>;
  readonly #reading: FlagReading;

  constructor(flags: readonly Flag[], rest: string[], reading: FlagReading) {
    this.#byName = new Map(flags.map((flag) => [flag.name, flag]));
    this.#byLetter = new Map(flags.flatMap((flag) => (flag.short === undefined ? [] : [[flag.short, flag]])));
    this.rest = rest;
    this.#reading = reading;
  }

  next(): string | undefined {
    return this.rest.shift();
  }

  /** `--name=value`, `--name value` or `--name`. */
  long(word: string): void {
    const equals = word.indexOf('=');
    const flag = this.#byName.get(word.slice(2, equals < 0 ? undefined : equals));
    if (flag === undefined) throw this.#reading.unknown(word);
    const text = equals < 0 ? (this.#bare(flag) ?? this.next()) : word.slice(equals + 1);
    if (text === undefined) throw this.#reading.withoutValue(flag);
    this.#reading.set(flag, text);
  }

  /** `-n value`, `-nvalue`, `-n=value`, and several that need none: `-it`. */
  short(word: string): void {
    for (let at = 1; at < word.length; at++) {
      const letters = word.slice(at);
      const flag = this.#byLetter.get(letters[0]!);
      if (flag === undefined) throw this.#reading.unknownLetter(letters);
      const behind = letters.slice(1);
      if (behind.startsWith('=')) return this.#reading.set(flag, behind.slice(1));
      const bare = this.#bare(flag);
      if (bare === undefined) {
        const text = behind === '' ? this.next() : behind;
        if (text === undefined) throw this.#reading.withoutValue(flag, letters);
        return this.#reading.set(flag, text);
      }
      this.#reading.set(flag, bare);
    }
  }

  /** The value of a flag that may stand alone; undefined for one that may not. */
  #bare({ type, bare }: Flag): string | undefined {
    const value = bare ?? (type === 'boolean' ? 'true' : undefined);
    const [next] = this.rest;
    if (value === undefined || !this.#reading.takesNextWord || next === undefined) return value;
    return next.startsWith('-') && next !== '-' ? value : this.next();
  }
}
