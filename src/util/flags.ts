import { notBoolean, parseBoolean } from './booleans.ts';
import { DurationError, durationMs } from './duration.ts';
import { goQuote } from './quote.ts';

/** A command-line flag of a program, or in the descriptor of one of its parts. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  /** One letter: `-n`. */
  readonly short?: string;
  readonly type: FlagType;
  /** Placeholder of the value in the help: `file`. */
  readonly value?: string;
  readonly description: string;
  /** Typed on the command line, it would mean the same. Without a default the flag may be absent; a boolean is then false. */
  readonly default?: string;
  /** The value of a flag that stands alone; another value then has to stand behind `=`. */
  readonly bare?: string;
  /** Whether a duration below zero is left to its reader, which refuses it in words of its own. */
  readonly mayBeNegative?: boolean;
  /** Not in the help. */
  readonly hidden?: boolean;
  /** A warning says so when the flag is used: `use --prefix instead`. */
  readonly deprecated?: string;
}

/**
 * The last value of a flag counts, but for:
 * - `list`: comma-separated; the flag may be repeated.
 * - `texts`: one value per flag; the flag may be repeated.
 *
 * `duration`: milliseconds from `1m30s`; `count`: a whole number, not negative; `integer`: one that may be.
 */
export type FlagType = 'text' | 'texts' | 'list' | 'boolean' | 'duration' | 'count' | 'integer';

/** A flag whose text a program reads with a parser of its own. */
export interface ParsedFlag<T> extends Flag {
  /** `before`: what was made of the same flag before, if it is repeated. Throws InvalidValue. */
  parse(text: string, before?: T): T;
}

/** A text that is no value of its flag; the message says what would be one. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
}

/** Start-up error: the value does not have the type of its flag. */
export class FlagError extends Error {
  constructor(name: string, message: string) {
    super(`--${name}: ${message}`);
    this.name = 'FlagError';
  }
}

/** A text that is no value of its flag. */
export class InvalidArgument extends FlagError {
  constructor({ name, short }: Pick<Flag, 'name' | 'short'>, text: string, reason: string) {
    super(name, reason);
    const flag = short === undefined ? `--${name}` : `-${short}, --${name}`;
    this.name = 'InvalidArgument';
    this.message = `invalid argument ${goQuote(text)} for "${flag}" flag: ${reason}`;
  }
}

/** The flags of the command line, with defaults for absent ones. */
export class FlagValues {
  readonly #flags: readonly Flag[];
  readonly #values: ReadonlyMap<string, readonly string[]>;
  readonly #given: ReadonlySet<string>;

  /** `commandLine`: the texts of each flag, in order, by its name. Throws FlagError for an invalid value. */
  constructor(
    flags: readonly Flag[],
    commandLine: Readonly<Record<string, string | readonly string[]>>,
    given: ReadonlySet<string> = new Set(Object.keys(commandLine)),
  ) {
    this.#given = given;
    const values = new Map<string, readonly string[]>();
    this.#flags = flags;
    for (const flag of flags) {
      const texts = commandLine[flag.name] ?? flag.default;
      if (texts === undefined) continue;
      values.set(flag.name, typeof texts === 'string' ? [texts] : texts);
    }
    this.#values = values;
    for (const flag of flags) if (values.has(flag.name)) checks[flag.type]?.(this, flag.name);
  }

  /** The same values, and `texts` for flags without a value. */
  withDefaults(texts: Readonly<Record<string, string>>): FlagValues {
    return new FlagValues(this.#flags, { ...texts, ...Object.fromEntries(this.#values) }, this.#given);
  }

  /** Whether it stands on the command line. */
  isGiven(name: string): boolean {
    return this.#given.has(name);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The last value of a repeated flag. */
  text(name: string): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  texts(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  list(name: string): string[] {
    const items = this.texts(name).flatMap((text) => text.split(','));
    return items.map((item) => item.trim()).filter((item) => item !== '');
  }

  boolean(name: string): boolean {
    const text = this.text(name) ?? 'false';
    const value = text === '' ? true : parseBoolean(text);
    if (value === undefined) throw this.#invalid(name, text, notBoolean(text));
    return value;
  }

  /** Milliseconds. */
  duration(name: string): number {
    const text = this.text(name) ?? '0s';
    try {
      const value = durationMs(text);
      if (value >= 0 || this.#flag(name)?.mayBeNegative) return value;
    } catch (error) {
      if (error instanceof DurationError) throw this.#invalid(name, text, error.message);
      throw error;
    }
    throw this.#invalid(name, text, 'must not be negative');
  }

  count(name: string): number {
    const text = this.text(name) ?? '0';
    if (/^\d{1,15}$/.test(text)) return Number(text);
    if (/^-\d{1,15}$/.test(text)) throw this.#invalid(name, text, 'must not be negative');
    throw this.#invalid(name, text, `strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`);
  }

  integer(name: string): number {
    const text = this.text(name) ?? '0';
    if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
    throw this.#invalid(name, text, `strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`);
  }

  #invalid(name: string, text: string, reason: string): InvalidArgument {
    return new InvalidArgument(this.#flag(name) ?? { name }, text, reason);
  }

  #flag(name: string): Flag | undefined {
    return this.#flags.find((flag) => flag.name === name);
  }
}

const checks: Readonly<Partial<Record<FlagType, (values: FlagValues, name: string) => unknown>>> = {
  boolean: (values, name) => values.boolean(name),
  duration: (values, name) => values.duration(name),
  count: (values, name) => values.count(name),
  integer: (values, name) => values.integer(name),
};
