import { constantValue } from './constants.ts';
import type { Command, Operand, Pipeline } from './nodes.ts';
import { quoted, type TokenReader } from './token-reader.ts';

/** Reads pipelines, and knows which variables there are. */
export class PipelineParser {
  readonly #reader: TokenReader;
  readonly #functions: ReadonlySet<string>;
  /** Variables of the template, innermost last. */
  variables: string[] = ['$'];

  constructor(reader: TokenReader, functions: ReadonlySet<string>) {
    this.#reader = reader;
    this.#functions = functions;
  }

  /** Up to the end of the action, or to the bracket that closes. `context`: for errors, `range`. */
  read(context: string, closing: ')' | '}}'): Pipeline {
    const { at } = this.#reader.peekWord();
    const { variables, assigns } = this.#declaration(context);
    const commands: Command[] = [];
    for (;;) {
      const token = this.#reader.peekWord();
      const isEnd = closing === ')' ? token.text === ')' : token.type === 'action-end';
      if (isEnd) break;
      commands.push(this.#command());
    }
    this.#reader.nextWord();
    if (commands.length === 0) this.#reader.fail(`missing value for ${context}`);
    this.#refuseConstants(commands);
    return { at, variables, assigns, commands };
  }

  #refuseConstants(commands: readonly Command[]): void {
    const index = commands
      .slice(1)
      .findIndex(
        ({ operands: [first] }) =>
          first!.type === 'constant' || first!.type === 'dot' || first!.type === 'nil',
      );
    if (index >= 0) this.#reader.fail(`non executable command in pipeline stage ${index + 2}`);
  }

  #declaration(context: string): { variables: string[]; assigns: boolean } {
    const found = this.#reader.declaration(context === 'range');
    if (found === undefined) return { variables: [], assigns: false };
    if (found.variables.length > 1 && context !== 'range')
      this.#reader.fail(`too many declarations in ${context}`);
    if (found.assigns) for (const name of found.variables) this.#known(name);
    else this.variables.push(...found.variables);
    return found;
  }

  #known(name: string): void {
    if (!this.variables.includes(name)) this.#reader.fail(`undefined variable ${quoted(name)}`);
  }

  #command(): Command {
    const operands: Operand[] = [];
    const { at } = this.#reader.peekWord();
    for (;;) {
      this.#reader.peekWord();
      const operand = this.#operand();
      if (operand !== undefined) operands.push(operand);
      const token = this.#reader.next();
      if (token.type === 'space' && operand !== undefined) continue;
      if (token.text === '|' && token.type === 'mark') {
        // An empty stage behind it is an error, not nothing.
        const behind = this.#reader.peekWord();
        if (behind.type === 'action-end' || behind.text === ')')
          this.#reader.fail('missing value for command');
      } else if (token.type === 'action-end' || token.text === ')') this.#reader.back();
      else this.#reader.unexpected(token, 'operand');
      break;
    }
    if (operands.length === 0) this.#reader.fail('empty command');
    return { at, operands };
  }

  /** With its fields; undefined for what is no operand. */
  #operand(): Operand | undefined {
    const first = this.#term();
    if (first === undefined) return undefined;
    const names: string[] = [];
    const { at } = this.#reader.peek();
    while (this.#reader.peek().type === 'field') names.push(this.#reader.next().text.slice(1));
    if (names.length === 0) return first;
    // Errors of a chain of fields point at its second one.
    if (first.type === 'field') return { ...first, at, names: [...first.names, ...names] };
    if (first.type === 'variable') return { ...first, at, names };
    if (['constant', 'dot', 'nil'].includes(first.type))
      this.#reader.fail(`unexpected . after term ${quoted(this.#textOf(first))}`);
    return { type: 'chain', at, inner: first, names };
  }

  #textOf(operand: Operand): string {
    return operand.type === 'constant' ? operand.text : operand.type === 'dot' ? '.' : 'nil';
  }

  #term(): Operand | undefined {
    const token = this.#reader.next();
    const { at, text } = token;
    switch (token.type) {
      case 'name':
        return this.#word(text, at);
      case 'field':
        return { type: 'field', at, names: [text.slice(1)] };
      case 'variable':
        this.#known(text);
        return { type: 'variable', at, name: text, names: [] };
      case 'char':
      case 'number':
      case 'string':
        return { type: 'constant', at, text, value: this.#constant(token.type, text) };
      case 'mark':
        if (text === '.') return { type: 'dot', at };
        if (text === '(') return { type: 'pipeline', at, pipeline: this.read('parenthesized pipeline', ')') };
    }
    this.#reader.back();
    return undefined;
  }

  #word(text: string, at: number): Operand {
    if (text === 'nil') return { type: 'nil', at };
    if (text === 'true' || text === 'false') return { type: 'constant', at, text, value: text === 'true' };
    if (!this.#functions.has(text)) this.#reader.fail(`function ${quoted(text)} not defined`);
    return { type: 'function', at, name: text };
  }

  #constant(type: string, text: string): bigint | number | string {
    const value = constantValue(type, text);
    if (value === undefined)
      this.#reader.fail(type === 'number' ? `bad number syntax: ${quoted(text)}` : 'invalid syntax');
    return value!;
  }
}
