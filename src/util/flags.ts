import { durationMs } from './duration.ts';

/** A flag of one part of the server (a method, a mode, a plugin), as its descriptor has it. */
export interface Flag {
  /** Without its dashes. */
  readonly name: string;
  readonly type: FlagType;
  /** What its value is, for the help: `file`. */
  readonly value: string;
  readonly description: string;
  /** As one would type it. Without one the flag may be absent; a boolean is then false. */
  readonly default?: string;
}

/**
 * - `list`: comma-separated, and the flag may be there several times.
 * - `texts`: the flag may be there several times, each a value as it stands.
 * - `duration`: milliseconds from `1m30s`.
 * - `count`: a whole number, not negative.
 */
export type FlagType = 'text' | 'texts' | 'list' | 'boolean' | 'duration' | 'count';

/** A value that is none of its flag's type. The message is for the operator. */
export class FlagError extends Error {
  constructor(name: string, message: string) {
    super(`--${name}: ${message}`);
    this.name = 'FlagError';
  }
}

/** What was said on the command line, by the name of the flag; what was not is the default. */
export class FlagValues {
  readonly #flags: readonly Flag[];
  readonly #values: ReadonlyMap<string, readonly string[]>;

  /** `given`: the texts behind each flag, in order. Throws FlagError for one that its flag cannot have. */
  constructor(flags: readonly Flag[], given: Readonly<Record<string, string | readonly string[]>>) {
    const values = new Map<string, readonly string[]>();
    this.#flags = flags;
    for (const flag of flags) {
      const texts = given[flag.name] ?? flag.default;
      if (texts === undefined) continue;
      values.set(flag.name, typeof texts === 'string' ? [texts] : texts);
    }
    this.#values = values;
    for (const flag of flags) if (values.has(flag.name)) checks[flag.type]?.(this, flag.name);
  }

  /** The same values, and these for flags that have none. */
  withDefaults(texts: Readonly<Record<string, string>>): FlagValues {
    return new FlagValues(this.#flags, { ...texts, ...Object.fromEntries(this.#values) });
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Of a flag that was given several times the last one counts. */
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
    if (['true', '1', 't', 'T', 'TRUE', 'True', ''].includes(text)) return true;
    if (['false', '0', 'f', 'F', 'FALSE', 'False'].includes(text)) return false;
    throw new FlagError(name, `${text} is neither true nor false.`);
  }

  /** Milliseconds. */
  duration(name: string): number {
    const text = this.text(name) ?? '0s';
    try {
      const value = durationMs(text);
      if (value >= 0) return value;
    } catch {
      // Falls through to the one message for all that is no duration.
    }
    throw new FlagError(name, `${text} must be a duration such as 30s or 1m30s.`);
  }

  count(name: string): number {
    const text = this.text(name) ?? '0';
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw new FlagError(name, `${text} must be a whole number, not negative.`);
  }
}

const checks: Readonly<Partial<Record<FlagType, (values: FlagValues, name: string) => unknown>>> = {
  boolean: (values, name) => values.boolean(name),
  duration: (values, name) => values.duration(name),
  count: (values, name) => values.count(name),
};
