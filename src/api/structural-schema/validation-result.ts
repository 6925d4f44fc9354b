import { maxMessageLength } from '../../util/truncate.ts';

/** An error at one place of a value. */
export interface ValueError {
  /** `a.b[0]`; empty for the whole value. */
  at: string;
  /** `whole` is reported at the path of the whole value. */
  reason: 'required' | 'enum' | 'invalid' | 'type' | 'long' | 'many' | 'whole';
  value: unknown;
  text: string;
  /** The limit that is exceeded, and by how many. */
  limit?: number;
  count?: number;
  /** The supported values of an enum. */
  supported?: readonly unknown[];
}

const maxErrors = 1000;

/** Characters of the texts of all errors: clients see no more. Each may have a pattern of many thousands. */
const maxText = 4 * maxMessageLength;

/** The result of validating the value at `at`: the errors without duplicates, and how many rules hold. */
export class ValidationResult {
  readonly at: string;
  readonly errors: ValueError[] = [];
  matchCount = 0;
  #seen: Set<string> | undefined;
  #text = 0;

  constructor(at: string) {
    this.at = at;
  }

  /** Adds the errors of one rule; without errors, the rule holds. */
  add(errors: readonly ValueError[]): void {
    if (errors.length === 0) this.matchCount++;
    if (errors.length > 0) this.#seen ??= new Set();
    for (const error of errors) {
      if (this.errors.length === maxErrors || this.#text > maxText) return;
      const key = `${error.at} ${error.text}`;
      if (this.#seen!.has(key)) continue;
      this.#seen!.add(key);
      this.#text += key.length;
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
