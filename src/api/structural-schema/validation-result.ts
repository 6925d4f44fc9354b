/** An error at one place of a value. */
export interface ValueError {
  /** `a.b[0]`; empty for the whole value. */
  at: string;
  /** `whole` is reported at the path of the whole value. */
  reason: 'required' | 'enum' | 'invalid' | 'whole';
  value: unknown;
  text: string;
  /** The supported values of an enum. */
  supported?: string[];
}

const maxErrors = 1000;

/** The result of validating the value at `at`: the errors without duplicates, and how many rules hold. */
export class ValidationResult {
  readonly at: string;
  readonly errors: ValueError[] = [];
  matchCount = 0;
  #seen: Set<string> | undefined;

  constructor(at: string) {
    this.at = at;
  }

  /** Adds the errors of one rule; without errors, the rule holds. */
  add(errors: readonly ValueError[]): void {
    if (errors.length === 0) this.matchCount++;
    if (errors.length > 0) this.#seen ??= new Set();
    for (const error of errors) {
      const key = `${error.at} ${error.text}`;
      if (this.errors.length === maxErrors || this.#seen!.has(key)) continue;
      this.#seen!.add(key);
      this.errors.push(error);
    }
  }

  addError(error: Omit<ValueError, 'at'>): void {
    this.add([{ at: this.at, ...error }]);
  }

  merge({ errors, matchCount }: ValidationResult): void {
    if (errors.length > 0) this.add(errors);
    this.matchCount += matchCount;
  }
}
