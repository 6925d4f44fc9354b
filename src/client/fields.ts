/** A document that is not what it should be. The message begins with the field: `users[0].user: must be an object`. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

/**
 * Reads fields of an unchecked foreign object. An absent or null value is undefined, or
 * empty; what is of another type throws ShapeError.
 */
export class Fields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #at: string;

  /** `at`: where the object stands, for messages; "" for a whole document. */
  constructor(value: unknown, at: string) {
    if (!isObject(value)) throw new ShapeError(`${at === '' ? '' : `${at}: `}must be an object`);
    this.#values = value;
    this.#at = at;
  }

  /** Path of a field. */
  path(name: string): string {
    return this.#at === '' ? name : `${this.#at}.${name}`;
  }

  names(): string[] {
    return Object.keys(this.#values);
  }

  has(name: string): boolean {
    return this.#value(name) !== undefined;
  }

  /** Value of a field, whatever it is. */
  any(name: string): unknown {
    return this.#value(name);
  }

  text(name: string): string | undefined {
    return this.#typed(name, isText, 'a string');
  }

  /** Value of a text that must be there. */
  required(name: string): string {
    const text = this.text(name);
    if (text === undefined || text === '') throw this.wrong(name, 'must be given');
    return text;
  }

  boolean(name: string): boolean | undefined {
    return this.#typed(name, (value) => typeof value === 'boolean', 'true or false');
  }

  texts(name: string): readonly string[] {
    const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
    return this.#typed(name, isTexts, 'a list of strings') ?? [];
  }

  object(name: string): Fields | undefined {
    const value = this.#value(name);
    return value === undefined ? undefined : new Fields(value, this.path(name));
  }

  objects(name: string): readonly Fields[] {
    const values = this.#typed(name, Array.isArray, 'a list') ?? [];
    return values.map((value, index) => new Fields(value, `${this.path(name)}[${index}]`));
  }

  /** To be thrown for a value that is of the right type, and wrong. */
  wrong(name: string, problem: string): ShapeError {
    return new ShapeError(`${this.path(name)}: ${problem}`);
  }

  #typed<T>(name: string, isOfType: (value: unknown) => value is T, what: string): T | undefined {
    const value = this.#value(name);
    if (value === undefined || isOfType(value)) return value;
    throw this.wrong(name, `must be ${what}`);
  }

  #value(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? (this.#values[name] ?? undefined) : undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
