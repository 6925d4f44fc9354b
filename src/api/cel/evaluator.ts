import type { Evaluation, Node, Variables } from './ast.ts';
import { ListValue, MapValue } from './collections.ts';
import type { CostBudget } from './cost.ts';
import { callFunction, callMethod } from './functions.ts';
import { macros } from './macros.ts';
import { ObjectValue } from './object-value.ts';
import { binary, contains, index, negate } from './operators.ts';
import { CelError, CelType, type CelValue, noSuchKey, noSuchOverload, Uint } from './values.ts';

const typeNames = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'list', 'map', 'null_type', 'type'];
const types = new Map(typeNames.map((name) => [name, new CelType(name)]));

const costOfList = 10;
const costOfMap = 30;

/**
 * Works out an expression, step by step. Costs are those of cel-go: a variable, a field and a call cost 1, literals and
 * logic nothing. Throws CelError, and CostError when it takes too many steps.
 */
export class Evaluator implements Evaluation {
  readonly budget: CostBudget;

  constructor(budget: CostBudget) {
    this.budget = budget;
  }

  value(node: Node, variables: Variables): CelValue {
    this.budget.work(1);
    const { op, args } = node;
    switch (op) {
      case 'value':
        return literal(args);
      case 'id':
        this.budget.take(1);
        return variable(args, variables);
      case '.':
        return this.#field(this.value(args[0], variables), args[1]);
      case '[]':
        this.budget.take(1);
        return index(this.value(args[0], variables), this.value(args[1], variables));
      case '&&':
      case '||':
        return this.#logical(op === '||', args, variables);
      case '?:':
        return this.value(this.bool(args[0], variables) ? args[1] : args[2], variables);
      case '!_':
        this.budget.take(1);
        return !this.bool(args, variables);
      case '-_':
        this.budget.take(1);
        return negate(this.value(args, variables));
      case 'in':
        return contains(this.value(args[1], variables), this.value(args[0], variables), this.budget);
      case 'list':
        this.budget.take(costOfList);
        return ListValue.of(args.map((item: Node) => this.value(item, variables)));
      case 'map':
        return this.#map(args, variables);
      case 'call':
        return this.#call(args[0], args[1], variables);
      case 'rcall':
        return this.#method(args[0], args[1], args[2], variables);
      default:
        return binary(op, this.value(args[0], variables), this.value(args[1], variables), this.budget);
    }
  }

  bool(node: Node, variables: Variables): boolean {
    const value = this.value(node, variables);
    if (typeof value !== 'boolean') throw noSuchOverload();
    return value;
  }

  #field(operand: CelValue, name: string): CelValue {
    this.budget.take(1);
    if (operand instanceof ObjectValue) return operand.get(name);
    if (!(operand instanceof MapValue)) throw noSuchOverload();
    const found = operand.get(name);
    if (found === undefined) throw noSuchKey(name);
    return found;
  }

  #map(entries: readonly (readonly [Node, Node])[], variables: Variables): MapValue {
    this.budget.take(costOfMap);
    return new MapValue(
      entries.map(([key, item]) => [this.value(key, variables), this.value(item, variables)]),
    );
  }

  /** One side that decides is enough, whatever is wrong with the other. */
  #logical(decisive: boolean, [left, right]: readonly [Node, Node], variables: Variables): boolean {
    let problem: CelError | undefined;
    try {
      if (this.bool(left, variables) === decisive) return decisive;
    } catch (error) {
      problem = this.budget.problem(error);
    }
    const second = this.bool(right, variables);
    if (second === decisive || problem === undefined) return second;
    throw problem;
  }

  #call(name: string, parameters: readonly Node[], variables: Variables): CelValue {
    if (name === 'has') return this.#has(parameters[0]!, variables);
    return callFunction(
      name,
      parameters.map((parameter) => this.value(parameter, variables)),
      this.budget,
    );
  }

  #has({ args }: Node, variables: Variables): boolean {
    const [operand, name] = args as [Node, string];
    const value = this.value(operand, variables);
    if (value instanceof ObjectValue || value instanceof MapValue) return value.has(name);
    throw noSuchOverload();
  }

  #method(name: string, operand: Node, parameters: readonly Node[], variables: Variables): CelValue {
    const macro = parameters[0]?.op === 'id' && parameters.length > 1 ? macros.get(name) : undefined;
    if (macro !== undefined) return macro(this, this.value(operand, variables), parameters, variables);
    return callMethod(
      name,
      this.value(operand, variables),
      parameters.map((parameter) => this.value(parameter, variables)),
      this.budget,
    );
  }
}

/** The parser has a type of its own for unsigned numbers. */
function literal(value: unknown): CelValue {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value as CelValue;
  return new Uint(BigInt(String(value)));
}

function variable(name: string, variables: Variables): CelValue {
  const found = variables.get(name) ?? types.get(name);
  if (found === undefined && !variables.has(name)) throw new CelError(`undeclared reference to '${name}'`);
  return found as CelValue;
}
