import type { Evaluation, Node, Variables } from './ast.ts';
import type { CostBudget } from './cost.ts';
import { callFunction, callMethod } from './functions.ts';
import { macros } from './macros.ts';
import { binary, contains, index, negate } from './operators.ts';
import { CelError, CelType, type CelValue, noSuchKey, noSuchOverload, ObjectValue, Uint } from './values.ts';

const typeNames = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'list', 'map', 'null_type', 'type'];
const types = new Map(typeNames.map((name) => [name, new CelType(name)]));

/** Works out an expression, step by step. Throws CelError, and CostError when it takes too many. */
export class Evaluator implements Evaluation {
  readonly budget: CostBudget;

  constructor(budget: CostBudget) {
    this.budget = budget;
  }

  value(node: Node, variables: Variables): CelValue {
    this.budget.take(1);
    const { op, args } = node;
    switch (op) {
      case 'value':
        return literal(args);
      case 'id':
        return variable(args, variables);
      case '.':
        return this.#field(this.value(args[0], variables), args[1]);
      case '[]':
        return index(this.value(args[0], variables), this.value(args[1], variables));
      case '&&':
      case '||':
        return this.#logical(op === '||', args, variables);
      case '?:':
        return this.value(this.bool(args[0], variables) ? args[1] : args[2], variables);
      case '!_':
        return !this.bool(args, variables);
      case '-_':
        return negate(this.value(args, variables));
      case 'in':
        return contains(this.value(args[1], variables), this.value(args[0], variables), this.budget);
      case 'list':
        return args.map((item: Node) => this.value(item, variables));
      case 'map':
        return new Map(
          args.map(([key, item]: [Node, Node]) => [this.value(key, variables), this.value(item, variables)]),
        );
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
    if (operand instanceof ObjectValue) return operand.get(name);
    if (!(operand instanceof Map)) throw noSuchOverload();
    const found = operand.get(name);
    if (found === undefined) throw noSuchKey(name);
    return found;
  }

  /** One side that decides is enough, whatever is wrong with the other. */
  #logical(decisive: boolean, [left, right]: readonly [Node, Node], variables: Variables): boolean {
    let fault: CelError | undefined;
    for (const side of [left, right]) {
      try {
        if (this.bool(side, variables) === decisive) return decisive;
      } catch (error) {
        if (!(error instanceof CelError)) throw error;
        fault ??= error;
      }
    }
    if (fault !== undefined) throw fault;
    return !decisive;
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
    if (value instanceof ObjectValue) return value.has(name);
    if (value instanceof Map) return value.has(name);
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
