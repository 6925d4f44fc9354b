import { templateFunctions } from './functions.ts';
import { type Command, commandText, type Operand, operandText, type Pipeline } from './nodes.ts';
import { mainName } from './parser.ts';
import { FunctionError, TemplateError } from './template-error.ts';
import { isMap, isTrue, memberOf, typeName, type Value } from './values.ts';

/** Variables of a template that runs, innermost last. */
export type Variables = { name: string; value: Value }[];

/** The value that a pipeline hands to the next command; absent for the first one. */
type Final = { readonly value: Value } | undefined;

export interface EvaluatorOptions {
  /** The text of the template: errors have the line and the column. */
  source: string;
  /** A key that is not there is an error. */
  failsForMissingKeys: boolean;
}

/** Values of pipelines. */
export class Evaluator {
  readonly #options: EvaluatorOptions;
  /** The one that runs, for errors. */
  template = mainName;

  constructor(options: EvaluatorOptions) {
    this.#options = options;
  }

  pipeline({ commands, variables: declared, assigns }: Pipeline, dot: Value, variables: Variables): Value {
    let final: Final;
    for (const command of commands) final = { value: this.#command(command, dot, variables, final) };
    const value = final?.value ?? undefined;
    for (const name of declared) {
      if (assigns) variables.findLast((one) => one.name === name)!.value = value;
      else variables.push({ name, value });
    }
    return value;
  }

  /** `text`: what stands at the place, for the message. */
  fail(at: number, text: string, problem: string): never {
    const before = this.#options.source.slice(0, at);
    const lines = before.split('\n');
    const column = Buffer.byteLength(lines.at(-1)!);
    throw new TemplateError(
      `template: output:${lines.length}:${column}: executing "${this.template}" at <${text}>: ${problem}`,
    );
  }

  #command(command: Command, dot: Value, variables: Variables, final: Final): Value {
    const [first, ...rest] = command.operands as [Operand, ...Operand[]];
    if (first.type === 'function') return this.#call(first.name, command, dot, variables, final);
    const hasArguments = rest.length > 0 || final !== undefined;
    if (hasArguments) this.#refuseArguments(first);
    if (first.type === 'nil') this.fail(first.at, 'nil', 'nil is not a command');
    return this.#operand(first, dot, variables);
  }

  #refuseArguments(operand: Operand): never {
    const name = 'names' in operand ? operand.names.at(-1) : undefined;
    const text = operandText(operand);
    if (name === undefined) this.fail(operand.at, text, `can't give argument to non-function ${text}`);
    this.fail(operand.at, text, `${name} is not a method but has arguments`);
  }

  #operand(operand: Operand, dot: Value, variables: Variables): Value {
    switch (operand.type) {
      case 'dot':
        return dot;
      case 'nil':
        return null;
      case 'constant':
        return operand.value;
      case 'field':
        return this.#fields(operand, dot);
      case 'variable':
        return this.#fields(operand, variables.findLast(({ name }) => name === operand.name)?.value);
      case 'pipeline':
        return this.pipeline(operand.pipeline, dot, variables);
      case 'chain':
        return this.#fields(operand, this.#operand(operand.inner, dot, variables));
      case 'function':
        return this.#call(operand.name, { at: operand.at, operands: [operand] }, dot, variables, undefined);
    }
  }

  #fields(operand: Operand & { names: readonly string[] }, start: Value): Value {
    let value = start;
    const fail = (problem: string): never => this.fail(operand.at, operandText(operand), problem);
    operand.names.forEach((name, index) => {
      if (isMap(value)) {
        if (!Object.hasOwn(value, name) && this.#options.failsForMissingKeys)
          fail(`map has no entry for key "${name}"`);
        value = memberOf(value, name);
      } else if (value === undefined) {
        if (this.#options.failsForMissingKeys) fail(`nil data; no entry for key "${name}"`);
      } else if (value === null) fail(`nil pointer evaluating interface {}.${name}`);
      else {
        // A value of a map is of any type; one that a pipeline made shows its own.
        const type = index === 0 && operand.type !== 'field' ? typeName(value) : 'interface {}';
        fail(`can't evaluate field ${name} in type ${type}`);
      }
    });
    return value;
  }

  #call(name: string, command: Command, dot: Value, variables: Variables, final: Final): Value {
    const operands = command.operands.slice(1);
    const count = operands.length + (final === undefined ? 0 : 1);
    const fail = (problem: string): never => this.fail(command.at, commandText(command), problem);
    if (name === 'and' || name === 'or') {
      if (count === 0) fail(`wrong number of args for ${name}: want at least 1 got 0`);
      return this.#shortCircuit(name === 'or', operands, dot, variables, final);
    }
    const called = templateFunctions.get(name)!;
    if (called.isVariadic === true ? count < called.count : count !== called.count) {
      fail(
        `wrong number of args for ${name}: want ${called.isVariadic ? 'at least ' : ''}${called.count} got ${count}`,
      );
    }
    const values = operands.map((operand) => this.#operand(operand, dot, variables));
    const [first] = operands;
    if (called.takesText === true && first !== undefined) this.#needText(first, values[0]);
    if (final !== undefined) values.push(final.value);
    if (called.takesText === true && typeof values[0] !== 'string') {
      fail(`wrong type for value; expected string; got ${typeName(values[0])}`);
    }
    try {
      return called.call(values);
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      return fail(`error calling ${name}: ${error.message}`);
    }
  }

  #needText(operand: Operand, value: Value): void {
    if (typeof value === 'string') return;
    const text = operandText(operand);
    if (operand.type === 'constant') this.fail(operand.at, text, `expected string; found ${text}`);
    if (value === undefined) this.fail(operand.at, text, 'invalid value; expected string');
    this.fail(operand.at, text, `wrong type for value; expected string; got ${typeName(value)}`);
  }

  /** The first value that decides, else the last one. */
  #shortCircuit(
    deciding: boolean,
    operands: readonly Operand[],
    dot: Value,
    variables: Variables,
    final: Final,
  ): Value {
    let value: Value;
    for (const operand of operands) {
      value = this.#operand(operand, dot, variables);
      if (isTrue(value) === deciding) return value;
    }
    return final === undefined ? value : final.value;
  }
}
