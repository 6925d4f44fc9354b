import type { Findings } from './check/file-check.ts';
import { keyOf } from './layout.ts';

/** Damage to a store that is open: found when it was opened, and since. */
export class Damage {
  readonly #path: string;
  readonly #findings: Findings;
  /** LMDB keys of versions whose records are damaged. */
  readonly #versions: Set<string>;

  constructor(path: string, findings: Findings) {
    this.#path = path;
    this.#findings = findings;
    this.#versions = new Set(findings.versions);
  }

  /** Records are damaged that cannot be mended. */
  get isLasting(): boolean {
    return this.#versions.size > 0;
  }

  add(versionKey: string): void {
    this.#versions.add(versionKey);
  }

  has(versionKey: string): boolean {
    return this.#versions.has(versionKey);
  }

  /** All that is known, for people; undefined when that is nothing. */
  get text(): string | undefined {
    const count = this.#versions.size;
    const [example = ''] = this.#versions;
    const { tables } = this.#findings;
    const parts = [
      ...(count === 0
        ? []
        : [`${count} versions of objects cannot be read, such as one of ${keyOf(example)}`]),
      ...(tables.size === 0 ? [] : [`what was wrong in ${[...tables].join(', ')} has been made anew`]),
    ];
    if (parts.length === 0) return undefined;
    return `the data file ${this.#path} is damaged: ${parts.join('; ')}. Make a copy of the directory, and see to its disk`;
  }
}
