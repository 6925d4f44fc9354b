import type { Issue } from './source.ts';
import type { Expr } from './tree.ts';

/** A call that may be a macro. */
export interface MacroCall {
  readonly name: string;
  readonly target?: Expr | undefined;
  readonly args: readonly Expr[];
  readonly offset: number;
}

/** Unfolds a call; undefined when it is no macro after all, or has an issue. */
export type Macro = (call: MacroCall, report: (issue: Issue) => void) => Expr | undefined;

/** Macros by their names, whether they are methods, and the number of their arguments. */
export class MacroTable {
  readonly #macros: ReadonlyMap<string, Macro>;

  constructor(macros: Readonly<Record<string, Macro>>) {
    this.#macros = new Map(Object.entries(macros));
  }

  find(name: string, isMethod: boolean, count: number): Macro | undefined {
    return this.#macros.get(`${isMethod ? '.' : ''}${name}/${count}`);
  }
}
