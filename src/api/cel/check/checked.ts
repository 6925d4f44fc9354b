import type { Expr } from '../syntax/tree.ts';
import type { FunctionDeclaration, Overload } from '../types/overloads.ts';
import type { Type } from '../types/types.ts';
import type { Declared } from './scope.ts';

/** A call whose function is known. */
export interface ResolvedCall {
  readonly declaration: FunctionDeclaration;
  /** The overloads that the types of the arguments leave open. */
  readonly overloads: readonly Overload[];
  /** All that is passed, the target first; that of a namespaced function (`lists.range`) is part of its name. */
  readonly args: readonly Expr[];
}

/** All that the checker found out about an expression. */
export class CheckedTree {
  readonly types = new Map<Expr, Type>();
  readonly calls = new Map<Expr, ResolvedCall>();
  /** Variables and names of types, by the expressions that name them: `a.b` may be one name. */
  readonly names = new Map<Expr, Declared>();
  /** Cost of `has(a.b)` beside that of its operand. */
  presenceCost = 0;

  typeOf(expr: Expr): Type {
    return this.types.get(expr) ?? { kind: 'dyn' };
  }
}
