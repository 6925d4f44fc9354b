/** What is wrong at one place of a value: `at` is `a.b[0]`, empty for the whole. */
export interface ValueFault {
  at: string;
  /** `whole` is told where the value stands, not the part of it. */
  reason: 'required' | 'enum' | 'invalid' | 'whole';
  value: unknown;
  text: string;
  /** Of an enum. */
  supported?: string[];
}

/** Nobody reads more. */
const maxFaults = 1000;

/** What checks of a value found: faults, each text once, and how many rules it holds to. */
export class Finding {
  readonly faults: ValueFault[] = [];
  #seen: Set<string> | undefined;
  matches = 0;

  /** The faults by one rule, none if it holds. */
  add(faults: readonly ValueFault[]): void {
    if (faults.length === 0) this.matches++;
    if (faults.length > 0) this.#seen ??= new Set();
    for (const fault of faults) {
      const key = `${fault.at} ${fault.text}`;
      if (this.faults.length === maxFaults || this.#seen!.has(key)) continue;
      this.#seen!.add(key);
      this.faults.push(fault);
    }
  }

  merge({ faults, matches }: Finding): void {
    if (faults.length > 0) this.add(faults);
    this.matches += matches;
  }
}
