import { parseBoolean } from '../../../util/booleans.ts';
import { durationMs } from '../../../util/duration.ts';
import type { CommandFlag } from './flag.ts';

/** The values of flags, with defaults for those that are not given. */
export class FlagSet {
  readonly #flags: ReadonlyMap<string, CommandFlag>;
  readonly #values: ReadonlyMap<string, readonly string[]>;

  /** `values`: checked texts by the name of the flag, in the order of the command line. */
  constructor(flags: readonly CommandFlag[], values: ReadonlyMap<string, readonly string[]>) {
    this.#flags = new Map(flags.map((flag) => [flag.name, flag]));
    this.#values = values;
  }

  /** The same without what the command line says of these flags. */
  without(...names: string[]): FlagSet {
    const left = [...this.#values].filter(([name]) => !names.includes(name));
    return new FlagSet([...this.#flags.values()], new Map(left));
  }

  /** The same, with the defaults of these flags whatever stands on the command line. */
  withDefaultsOf(flags: readonly CommandFlag[]): FlagSet {
    const values = new Map(this.#values);
    for (const { name } of flags) values.delete(name);
    return new FlagSet([...this.#flags.values(), ...flags], values);
  }

  /** Whether the command has such a flag. */
  defines(name: string): boolean {
    return this.#flags.has(name);
  }

  /** Whether the flag stands on the command line. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** The flags of the command line, in its order; values of a flag together. */
  given(): { name: string; text: string }[] {
    return [...this.#values].flatMap(([name, texts]) => texts.map((text) => ({ name, text })));
  }

  /** "" without a value. */
  text(name: string): string {
    return this.#texts(name).at(-1) ?? '';
  }

  texts(name: string): readonly string[] {
    return this.#texts(name);
  }

  /** The members of all values. */
  list(name: string): string[] {
    return this.#texts(name)
      .filter((text) => text !== '')
      .flatMap((text) => text.split(','));
  }

  boolean(name: string): boolean {
    return parseBoolean(this.text(name)) === true;
  }

  /** 0 without a value. */
  integer(name: string): number {
    return Number(this.text(name));
  }

  /** Milliseconds; 0 without a value. */
  duration(name: string): number {
    const text = this.text(name);
    return text === '' ? 0 : durationMs(text);
  }

  #texts(name: string): readonly string[] {
    const flag = this.#flags.get(name);
    if (flag === undefined) throw new RangeError(`no flag is called ${name}`);
    return this.#values.get(name) ?? (flag.default === undefined ? [] : [flag.default]);
  }
}
