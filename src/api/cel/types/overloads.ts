import type { EvaluationBudget } from '../contract.ts';
import type { CelValue } from '../values/value.ts';
import type { Type } from './types.ts';

/** All that a function does with values of its types. Throws CelError. */
export type Implementation = (args: readonly CelValue[], budget: EvaluationBudget) => CelValue;

/** The cost of a call, by the sizes of what it takes and the size of what it makes. */
export type RunCost = (sizes: readonly number[], result: () => number) => number;

/** One form of a function: the types it takes and gives. */
export interface Overload {
  /** Whether its first argument stands before the point. */
  readonly isMethod: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
  /** Without it the function's own. */
  readonly call?: Implementation;
  /** Without it a call costs 1. */
  readonly cost?: RunCost;
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** For functions that look at their arguments themselves. */
  readonly call?: Implementation;
  /** The cost of a call whichever overload it is. */
  readonly cost?: RunCost;
  /** Steps of work of a call, beside those that its implementation counts. */
  readonly steps?: number;
  /**
   * Makes an implementation for arguments that are constant (undefined for those that are not): a pattern is compiled
   * once. Throws CelError.
   */
  readonly prepare?: (constants: readonly (CelValue | undefined)[]) => Implementation | undefined;
}

/** Functions by their names, each with all its overloads. */
export class FunctionTable {
  readonly #functions: Map<string, FunctionDeclaration>;

  constructor(functions: Iterable<FunctionDeclaration>) {
    this.#functions = new Map();
    for (const declaration of functions) {
      const known = this.#functions.get(declaration.name);
      if (known === undefined) this.#functions.set(declaration.name, declaration);
      else this.#functions.set(declaration.name, merged(known, declaration));
    }
  }

  get(name: string): FunctionDeclaration | undefined {
    return this.#functions.get(name);
  }
}

/** Two libraries may add to one function. */
function merged(a: FunctionDeclaration, b: FunctionDeclaration): FunctionDeclaration {
  const own = ({ overloads, call }: FunctionDeclaration): Overload[] =>
    overloads.map((overload) =>
      call === undefined || overload.call !== undefined ? overload : withCall(overload, call),
    );
  const steps = Math.max(a.steps ?? 0, b.steps ?? 0);
  return { name: a.name, overloads: [...own(a), ...own(b)], steps };
}

const withCall = ({ isMethod, args, result, cost }: Overload, call: Implementation): Overload =>
  cost === undefined ? { isMethod, args, result, call } : { isMethod, args, result, call, cost };
