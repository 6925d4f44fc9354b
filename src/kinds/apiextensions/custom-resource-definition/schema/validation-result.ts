/** What is wrong at one place of a value: `at` is `a.b[0]`, empty for the whole. */
export interface ValueError {
  at: string;
  /** `whole` is told where the value stands, not the part of it. */
  reason: 'required' | 'enum' | 'invalid' | 'whole';
  value: unknown;
  text: string;
  /** Of an enum. */
  supported?: string[];
}

/** Nobody reads more. */
const maxErrors = 1000;

/** What checks of a value found: faults, each text once, and how many rules it holds to. */
export class ValidationResult {
  readonly errors: ValueError[] = [];
  #seen: Set<string> | undefined;
  matchCount = 0;

  /** The faults by one rule, none if it holds. */
  add(faults: readonly ValueError[]): void {
    if (faults.length === 0) this.matchCount++;
    if (faults.length > 0) this.#seen ??= new Set();
    for (const fault of faults) {
      const key = `${fault.at} ${fault.text}`;
      if (this.errors.length === maxErrors || this.#seen!.has(key)) continue;
      this.#seen!.add(key);
      this.errors.push(fault);
    }
  }

  merge({ errors, matchCount }: ValidationResult): void {
    if (errors.length > 0) this.add(errors);
    this.matchCount += matchCount;
  }
}
