import type { CallExpr, ComprehensionExpr, Expr } from './tree.ts';

/** The variable in which the result of a loop is made; no expression can name it. */
const result = '@result';

/** Expressions at the place of a macro. */
export class Builder {
  readonly offset: number;

  constructor(offset: number) {
    this.offset = offset;
  }

  readonly value = (value: boolean | bigint): Expr => ({ kind: 'literal', value, offset: this.offset });
  readonly ident = (name: string): Expr => ({ kind: 'ident', name, offset: this.offset });
  readonly list = (...items: Expr[]): Expr => ({
    kind: 'list',
    items: items.map((value) => ({ value, isOptional: false })),
    offset: this.offset,
  });
  readonly map = (): Expr => ({ kind: 'map', entries: [], offset: this.offset });
  readonly result = (): Expr => this.ident(result);

  call(name: string, ...args: Expr[]): CallExpr {
    return { kind: 'call', name, target: undefined, args, offset: this.offset };
  }

  method(target: Expr, name: string, ...args: Expr[]): CallExpr {
    return { kind: 'call', name, target, args, offset: this.offset };
  }

  loop(
    parts: Omit<ComprehensionExpr, 'kind' | 'offset' | 'accumulator' | 'condition' | 'result'> & LoopRest,
  ): Expr {
    const { range, variable, variable2, initial, step } = parts;
    const { condition = this.value(true), end = this.result() } = parts;
    return {
      kind: 'comprehension',
      range,
      variable,
      variable2,
      accumulator: result,
      initial,
      condition,
      step,
      result: end,
      offset: this.offset,
    };
  }

  /** The value of a variable in an expression. */
  bind(variable: string, value: Expr, inside: Expr): Expr {
    return {
      kind: 'comprehension',
      range: this.list(),
      variable: '#unused',
      variable2: undefined,
      accumulator: variable,
      initial: value,
      condition: this.value(false),
      step: this.ident(variable),
      result: inside,
      offset: this.offset,
    };
  }
}

interface LoopRest {
  readonly condition?: Expr;
  readonly end?: Expr;
}
