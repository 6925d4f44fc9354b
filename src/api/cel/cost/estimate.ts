import type { CheckedTree } from '../check/checked.ts';
import type { CostEstimate, DeclaredSizes } from '../contract.ts';
import type { CallExpr, ComprehensionExpr, Expr, SelectExpr } from '../syntax/tree.ts';
import type { RunCost } from '../types/overloads.ts';
import type { Type } from '../types/types.ts';
import { sizeOf } from '../values/sizes.ts';
import { fixed, plus, scaled, times, union } from './ranges.ts';

const free = fixed(0);
const one = fixed(1);
const unknown: CostEstimate = { min: 0, max: Infinity };
const textFactor = 0.1;

const costOfList = 10;
const costOfMap = 30;
const costOfStruct = 40;

/** The cost of the most and of the least expensive evaluation, in the units that clients know. */
export function estimateCost(expr: Expr, tree: CheckedTree, sizes: DeclaredSizes): CostEstimate {
  return new Estimator(tree, sizes).cost(expr);
}

/** Functions that look at all items of a list, and at their characters. */
const listFunctions = new Set(['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf']);

class Estimator {
  readonly #tree: CheckedTree;
  readonly #declared: DeclaredSizes;
  /** Sizes of what is made, and where what is not made comes from. */
  readonly #sizes = new Map<Expr, CostEstimate>();
  readonly #paths = new Map<Expr, readonly string[]>();
  readonly #ranges = new Map<string, Expr>();

  constructor(tree: CheckedTree, declared: DeclaredSizes) {
    this.#tree = tree;
    this.#declared = declared;
  }

  cost(expr: Expr): CostEstimate {
    switch (expr.kind) {
      case 'literal':
        return free;
      case 'ident':
        this.#paths.set(expr, this.#pathOfName(expr.name));
        return one;
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#made(
          expr,
          fixed(costOfList),
          expr.items.map(({ value }) => value),
        );
      case 'map':
        return this.#made(
          expr,
          fixed(costOfMap),
          expr.entries.flatMap(({ key, value }) => [key, value]),
        );
      case 'struct':
        return this.#made(
          expr,
          fixed(costOfStruct),
          expr.fields.map(({ value }) => value),
        );
      case 'comprehension':
        return this.#loop(expr);
    }
  }

  #made(expr: Expr, base: CostEstimate, parts: readonly Expr[]): CostEstimate {
    if (expr.kind === 'list') this.#sizes.set(expr, fixed(parts.length));
    if (expr.kind === 'map') this.#sizes.set(expr, fixed(parts.length / 2));
    return parts.reduce((sum, part) => plus(sum, this.cost(part)), base);
  }

  #pathOfName(name: string): readonly string[] {
    const range = this.#ranges.get(name);
    if (range === undefined) return [name];
    const path = this.#paths.get(range);
    if (path === undefined) return [];
    return [...path, this.#tree.typeOf(range).kind === 'map' ? '@keys' : '@items'];
  }

  #select(expr: SelectExpr): CostEstimate {
    if (this.#tree.names.has(expr)) return one;
    const operand = this.cost(expr.operand);
    const path = this.#paths.get(expr.operand) ?? [];
    if (path.length > 0) this.#paths.set(expr, [...path, expr.field]);
    if (expr.isTest) return this.#tree.presenceCost === 0 ? operand : plus(operand, one);
    const { kind } = this.#tree.typeOf(expr.operand);
    const isPriced = kind === 'map' || kind === 'object' || kind === 'parameter';
    return isPriced ? plus(operand, one) : operand;
  }

  /** All that is known of a size: that of what was made, that of a scalar, that which a schema declares. */
  #size(expr: Expr | undefined): CostEstimate {
    if (expr === undefined) return unknown;
    if (expr.kind === 'literal') return fixed(sizeOf(expr.value));
    const made = this.#sizes.get(expr);
    if (made !== undefined) return made;
    if (isScalar(this.#tree.typeOf(expr))) return one;
    const path = this.#paths.get(expr);
    return (path === undefined || path.length === 0 ? undefined : this.#declared(path)) ?? unknown;
  }

  #call(expr: CallExpr): CostEstimate {
    const call = this.#tree.calls.get(expr);
    const args = call?.args ?? expr.args;
    const costs = args.map((arg) => this.cost(arg));
    const sum = costs.reduce(plus, free);
    const [first, second, third] = args;
    switch (expr.name) {
      case '_&&_':
      case '_||_':
        return { min: costs[0]!.min, max: costs[0]!.max + costs[1]!.max };
      case '_?_:_':
        this.#sizes.set(expr, union(this.#size(second), this.#size(third)));
        return plus(costs[0]!, union(costs[1]!, costs[2]!));
      case '_[_]':
        this.#setMemberPath(expr, first!);
        return plus(sum, one);
      case '_?._':
        this.#paths.set(expr, [...(this.#paths.get(first!) ?? []), (second as { value: string }).value]);
        return plus(sum, one);
      case '_==_':
      case '_!=_':
        return plus(sum, this.#comparison(first!, second!));
      case 'dyn':
        return plus(sum, one);
      default:
        return plus(sum, this.#functionCost(expr, args));
    }
  }

  #setMemberPath(expr: Expr, operand: Expr): void {
    const path = this.#paths.get(operand);
    if (path === undefined || path.length === 0) return;
    this.#paths.set(expr, [...path, this.#tree.typeOf(operand).kind === 'map' ? '@values' : '@items']);
  }

  #comparison(left: Expr, right: Expr): CostEstimate {
    const most = Math.min(this.#size(left).max, this.#size(right).max);
    return scaled({ min: most > 0 ? 1 : 0, max: most }, textFactor);
  }

  #functionCost(expr: CallExpr, args: readonly Expr[]): CostEstimate {
    const call = this.#tree.calls.get(expr);
    if (call === undefined) return free;
    const { declaration, overloads } = call;
    const sizes = args.map((arg) => this.#size(arg));
    if (listFunctions.has(declaration.name)) return this.#listCost(args[0]!, sizes[0]!);
    // As estimates have it, whatever the texts are that are joined.
    if (declaration.name === 'join') return scaled(sizes[0]!, textFactor);
    this.#setResultSize(expr, declaration.name, sizes);
    const costs = overloads.map(({ cost }) => {
      const known = declaration.cost ?? cost;
      return known === undefined ? one : this.#costBySizes(known, sizes, this.#size(expr));
    });
    return costs.reduce(union, costs[0] ?? one);
  }

  #costBySizes(cost: RunCost, sizes: readonly CostEstimate[], result: CostEstimate): CostEstimate {
    const of = (end: 'min' | 'max'): number => {
      const found = cost(
        sizes.map((size) => size[end]),
        () => result[end],
      );
      return Number.isNaN(found) ? 0 : found;
    };
    return { min: of('min'), max: of('max') };
  }

  /** One look at each item, and at the characters of those that are texts. */
  #listCost(list: Expr, size: CostEstimate): CostEstimate {
    const type = this.#tree.typeOf(list);
    if (type.kind !== 'list') return scaled(size, textFactor);
    if (type.item.kind !== 'string' && type.item.kind !== 'bytes') return times(size, one);
    const path = this.#paths.get(list);
    const items = (path === undefined ? undefined : this.#declared([...path, '@items'])) ?? unknown;
    return times(size, plus(one, scaled(items, textFactor)));
  }

  /** Sizes of results that follow from those of the arguments. */
  #setResultSize(expr: Expr, name: string, sizes: readonly CostEstimate[]): void {
    const [first, second, third] = sizes;
    switch (name) {
      case '_+_':
        if (!isScalar(this.#tree.typeOf(expr))) this.#sizes.set(expr, plus(first!, second!));
        return;
      case 'lowerAscii':
      case 'upperAscii':
      case 'bytes':
      case 'string':
      case 'distinct':
      case 'reverse':
      case 'sort':
        this.#sizes.set(expr, first!);
        return;
      case 'substring':
      case 'trim':
      case 'find':
      case 'slice':
        this.#sizes.set(expr, { min: 0, max: first!.max });
        return;
      case 'split':
        this.#sizes.set(expr, { min: 1, max: first!.max });
        return;
      case 'replace':
        this.#sizes.set(expr, { min: 0, max: first!.max * Math.max(1, third!.max) });
        return;
      default:
    }
  }

  #loop(expr: ComprehensionExpr): CostEstimate {
    const { range, initial, condition, step, result, variable, variable2, accumulator } = expr;
    const before = plus(this.cost(range), this.cost(initial));
    const outer = this.#ranges.get(variable);
    this.#ranges.set(variable, range);
    if (variable2 !== undefined) this.#ranges.set(variable2, range);
    const turn = plus(this.cost(condition), this.cost(step));
    if (outer === undefined) this.#ranges.delete(variable);
    else this.#ranges.set(variable, outer);
    if (variable2 !== undefined) this.#ranges.delete(variable2);
    const count = this.#size(range);
    const end = this.cost(result);
    if (accumulator === '@result' && initial.kind !== 'literal')
      this.#sizes.set(expr, { min: 0, max: count.max });
    return plus(plus(before, end), times(count, turn));
  }
}

const scalars = new Set<Type['kind']>([
  'bool',
  'int',
  'uint',
  'double',
  'duration',
  'timestamp',
  'null',
  'type',
]);

const isScalar = ({ kind }: Type): boolean => scalars.has(kind);
