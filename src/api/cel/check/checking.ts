import type { Expr } from '../syntax/tree.ts';
import type { Substitution } from '../types/assign.ts';
import type { Type } from '../types/types.ts';
import type { CheckedTree } from './checked.ts';
import type { Declared } from './scope.ts';

/** Checks the parts of an expression. */
export interface Checking {
  /** What type parameters stand for. */
  readonly types: Substitution;
  readonly tree: CheckedTree;
  /** The type of an expression, and of all that it is made of. */
  type(expr: Expr): Type;
  report(offset: number, message: string): void;
  typeMismatch(offset: number, expected: Type, actual: Type): void;
  /** The text of a type, as messages show it. */
  text(type: Type): string;
  undeclared(offset: number, name: string): Type;
  /** What a name stands for; with a point before it, in the outermost scope. */
  find(name: string): Declared | undefined;
  /** Runs with more variables in scope. */
  inside<T>(variables: ReadonlyMap<string, Type>, run: () => T): T;
}
