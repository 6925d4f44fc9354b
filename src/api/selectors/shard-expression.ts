import { SelectorError } from './selector-error.ts';

/** An expression of the little of CEL that selectors of shards are written in. */
export type Expression =
  | { readonly kind: 'call'; readonly name: string; readonly values: readonly Expression[] }
  | { readonly kind: 'identifier'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'select'; readonly operand: Expression; readonly field: string };

const kindNumbers: Readonly<Record<Expression['kind'], number>> = {
  call: 1,
  identifier: 3,
  literal: 5,
  select: 7,
};

/** The number by which messages name a kind of expression. */
export const expressionKind = ({ kind }: Expression): number => kindNumbers[kind];

const literals: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Sticky: a text of which a client chooses the size is read once. */
const tokenThere = /\s*(?:(\|\||&&|[!().,])|([A-Za-z_]\w*)|(\d+)|'([^'\\]*)'|"([^"\\]*)")/y;

/** Deep enough for any selector; a client chooses how many parentheses there are. */
const maxDepth = 50;

interface Token {
  readonly type: 'symbol' | 'name' | 'number' | 'text' | 'end';
  readonly text: string;
}

/** Throws SelectorError. */
export const parseShardExpression = (text: string): Expression => new Parser(tokensOf(text)).whole();

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; at = tokenThere.lastIndex) {
    tokenThere.lastIndex = at;
    const [, symbol, name, number, single, double] =
      tokenThere.exec(text) ?? failed(`unexpected input at ${at}`);
    if (symbol !== undefined) tokens.push({ type: 'symbol', text: symbol });
    else if (name !== undefined) tokens.push({ type: 'name', text: name });
    else if (number !== undefined) tokens.push({ type: 'number', text: number });
    else tokens.push({ type: 'text', text: single ?? double ?? '' });
  }
  return [...tokens, { type: 'end', text: '<EOF>' }];
}

function failed(problem: string): never {
  throw new SelectorError(`CEL parse error: ${problem}`);
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#either();
    if (this.#next.type !== 'end') this.#unexpected();
    return expression;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #unexpected(): never {
    return failed(`unexpected ${this.#next.text}`);
  }

  #takes(symbol: string): boolean {
    const { type, text } = this.#next;
    if (type !== 'symbol' || text !== symbol) return false;
    this.#at++;
    return true;
  }

  #expect(symbol: string): void {
    if (!this.#takes(symbol)) this.#unexpected();
  }

  #either(): Expression {
    if (++this.#depth > maxDepth) failed('too deep');
    let left = this.#both();
    while (this.#takes('||')) left = { kind: 'call', name: '_||_', values: [left, this.#both()] };
    this.#depth--;
    return left;
  }

  #both(): Expression {
    let left = this.#operand();
    while (this.#takes('&&')) left = { kind: 'call', name: '_&&_', values: [left, this.#operand()] };
    return left;
  }

  #operand(): Expression {
    let negations = 0;
    while (this.#takes('!')) negations++;
    let operand = this.#primary();
    while (this.#takes('.')) operand = { kind: 'select', operand, field: this.#name() };
    return negations === 0 ? operand : { kind: 'call', name: '!_', values: [operand] };
  }

  #name(): string {
    const { type, text } = this.#next;
    if (type !== 'name') this.#unexpected();
    this.#at++;
    return text;
  }

  #primary(): Expression {
    const { type, text } = this.#next;
    if (this.#takes('(')) {
      const inner = this.#either();
      this.#expect(')');
      return inner;
    }
    if (type === 'symbol' || type === 'end') this.#unexpected();
    this.#at++;
    if (type === 'text') return { kind: 'literal', value: text };
    if (type === 'number') return { kind: 'literal', value: Number(text) };
    if (literals.has(text)) return { kind: 'literal', value: literals.get(text) };
    if (!this.#takes('(')) return { kind: 'identifier', name: text };
    return { kind: 'call', name: text, values: this.#values() };
  }

  #values(): Expression[] {
    if (this.#takes(')')) return [];
    const values = [this.#either()];
    while (this.#takes(',')) values.push(this.#either());
    this.#expect(')');
    return values;
  }
}
