import type { CelValue } from '../values/value.ts';

/**
 * An expression as it was parsed. Macros are unfolded: `all` is a comprehension. `offset` is the place that messages
 * show: that of an operator, of the bracket of a call, of the point of a field.
 */
export type Expr =
  | LiteralExpr
  | IdentExpr
  | SelectExpr
  | CallExpr
  | ListExpr
  | MapExpr
  | StructExpr
  | ComprehensionExpr;

interface Placed {
  readonly offset: number;
}

export interface LiteralExpr extends Placed {
  readonly kind: 'literal';
  readonly value: CelValue;
}

export interface IdentExpr extends Placed {
  readonly kind: 'ident';
  /** With a point before it, a name of the outermost scope. */
  readonly name: string;
}

export interface SelectExpr extends Placed {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  /** Whether it asks for the presence of the field (`has(a.b)`). */
  readonly isTest: boolean;
}

export interface CallExpr extends Placed {
  readonly kind: 'call';
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

export interface ListExpr extends Placed {
  readonly kind: 'list';
  readonly items: readonly { readonly value: Expr; readonly isOptional: boolean }[];
}

export interface MapExpr extends Placed {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}

export interface MapEntry extends Placed {
  readonly key: Expr;
  readonly value: Expr;
  readonly isOptional: boolean;
}

export interface StructExpr extends Placed {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: readonly StructField[];
}

export interface StructField extends Placed {
  readonly name: string;
  readonly value: Expr;
  readonly isOptional: boolean;
}

/** A loop over a range, whose result is made step by step in a variable of its own. */
export interface ComprehensionExpr extends Placed {
  readonly kind: 'comprehension';
  readonly range: Expr;
  readonly variable: string;
  /** The second variable: the value, where the first one is the index or the key. */
  readonly variable2: string | undefined;
  readonly accumulator: string;
  readonly initial: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** The dotted name that an expression is: `a.b.c`; undefined if it is more than a name. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.isTest) return undefined;
  const prefix = qualifiedName(expr.operand);
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`;
}

/** The expressions that an expression is made of. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case 'list':
      return expr.items.map(({ value }) => value);
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return expr.fields.map(({ value }) => value);
    case 'comprehension':
      return [expr.range, expr.initial, expr.condition, expr.step, expr.result];
    default:
      return [];
  }
}
