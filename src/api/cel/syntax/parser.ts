import { doubleLiteral, intLiteral, LiteralError, textLiteral, uintLiteral } from './literals.ts';
import type { MacroTable } from './macro-table.ts';
import { type Issue, maxSourceLength } from './source.ts';
import { beginnings, setOf, type TokenSet, TokenStream, union } from './token-stream.ts';
import { type Token, type TokenKind, tokenize } from './tokens.ts';
import type { CallExpr, Expr, ListExpr, MapEntry, StructField } from './tree.ts';

/** What the language of a release has. */
export interface Syntax {
  readonly macros: MacroTable;
  /** Whether `a.?b`, `a[?b]`, `{?a: b}` may be written. */
  readonly hasOptionals: boolean;
}

/** How deep rules may nest: beyond it the stack of the process would. */
const maxDepth = 250;

const reserved = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
);

const relations = setOf('<', '<=', '>', '>=', '==', '!=', 'in');
const sums = setOf('+', '-');
const products = setOf('*', '/', '%');
const nothing = setOf();
const operatorNames: Partial<Record<TokenKind, string>> = { in: '@in' };

type Call = { name: string; target?: Expr | undefined; args: readonly Expr[]; offset: number };

export const callOf = ({ name, target, args, offset }: Call): CallExpr => ({
  kind: 'call',
  name,
  target,
  args,
  offset,
});

/** What stands for an expression that could not be read. */
const unreadable = (offset: number): Expr => ({ kind: 'literal', value: null, offset });

/** Parses an expression; without issues it is whole. */
export function parse(source: string, syntax: Syntax): { expr: Expr; issues: Issue[] } {
  const issues: Issue[] = [];
  if (source.length > maxSourceLength) {
    const message = `expression code point size exceeds limit: size: ${source.length}, limit ${maxSourceLength}`;
    return { expr: unreadable(0), issues: [{ offset: 0, message }] };
  }
  return { expr: new Parser(tokenize(source, issues), issues, syntax).whole(), issues };
}

class DepthError extends Error {}

class Parser {
  readonly #tokens: TokenStream;
  readonly #issues: Issue[];
  readonly #syntax: Syntax;
  #depth = 0;

  constructor(tokens: readonly Token[], issues: Issue[], syntax: Syntax) {
    this.#tokens = new TokenStream(tokens, issues);
    this.#issues = issues;
    this.#syntax = syntax;
  }

  whole(): Expr {
    try {
      const expr = this.#expr(setOf('EOF'));
      this.#tokens.rule(nothing, () => this.#tokens.expect('EOF', nothing));
      return expr;
    } catch (error) {
      if (!(error instanceof DepthError)) throw error;
      this.#issue(0, `expression recursion limit exceeded: ${maxDepth}`);
      return unreadable(0);
    }
  }

  #issue(offset: number, message: string): void {
    this.#issues.push({ offset, message });
  }

  /** A rule whose failure leaves something unreadable behind. */
  #rule(follow: TokenSet, read: () => Expr): Expr {
    const { offset } = this.#tokens.next;
    if (++this.#depth > maxDepth * 8) throw new DepthError();
    const expr = this.#tokens.rule(follow, read);
    this.#depth--;
    return expr ?? unreadable(offset);
  }

  /** condition ? a : b */
  #expr(follow: TokenSet): Expr {
    return this.#rule(follow, () => {
      const condition = this.#or(setOf('?'));
      if (!this.#tokens.is('?')) return condition;
      const { offset } = this.#tokens.take();
      const whenTrue = this.#or(setOf(':'));
      this.#tokens.expect(':', beginnings);
      const args = [condition, whenTrue, this.#expr(nothing)];
      return callOf({ name: '_?_:_', args, offset });
    });
  }

  #or(follow: TokenSet): Expr {
    return this.#rule(follow, () => this.#chain('||', () => this.#and(setOf('||'))));
  }

  #and(follow: TokenSet): Expr {
    return this.#rule(follow, () => this.#chain('&&', () => this.#relation(setOf('&&'))));
  }

  /** Terms that are joined by one operator, as a balanced tree: long ones are not deep. */
  #chain(kind: '&&' | '||', read: () => Expr): Expr {
    const terms = [read()];
    const offsets: number[] = [];
    while (this.#tokens.is(kind)) {
      offsets.push(this.#tokens.take().offset);
      terms.push(read());
    }
    const join = (from: number, to: number): Expr => {
      if (from === to) return terms[from]!;
      const middle = (from + to + 1) >> 1;
      const args = [join(from, middle - 1), join(middle, to)];
      return callOf({ name: `_${kind}_`, args, offset: offsets[middle - 1]! });
    };
    return join(0, terms.length - 1);
  }

  #relation(follow: TokenSet): Expr {
    return this.#rule(follow, () => this.#binary(relations, () => this.#rule(relations, () => this.#sum())));
  }

  #sum(): Expr {
    const product = (): Expr => this.#binary(products, () => this.#unary(union(sums, products)));
    return this.#binary(sums, product);
  }

  #binary(operators: TokenSet, read: () => Expr): Expr {
    let left = read();
    while (operators.has(this.#tokens.next.kind)) {
      const { kind, offset } = this.#tokens.take();
      if (++this.#depth > maxDepth * 8) throw new DepthError();
      left = callOf({ name: operatorNames[kind] ?? `_${kind}_`, args: [left, read()], offset });
    }
    return left;
  }

  #unary(follow: TokenSet): Expr {
    return this.#rule(follow, () => {
      this.#tokens.sync(beginnings);
      const { kind, offset } = this.#tokens.next;
      if (kind !== '!' && kind !== '-') return this.#member(nothing);
      if (kind === '-' && this.#isNegativeNumber()) return this.#member(nothing);
      let count = 0;
      while (this.#tokens.takeIf(kind)) count++;
      const operand = this.#member(nothing);
      return count % 2 === 0 ? operand : callOf({ name: `${kind}_`, args: [operand], offset });
    });
  }

  #isNegativeNumber(): boolean {
    return ['NUM_INT', 'NUM_FLOAT'].includes(this.#tokens.peek(1).kind);
  }

  #member(follow: TokenSet): Expr {
    return this.#rule(follow, () => {
      let operand = this.#primary(setOf('.', '['));
      for (;;) {
        if (this.#tokens.is('.')) operand = this.#selection(operand);
        else if (this.#tokens.is('[')) operand = this.#index(operand);
        else return operand;
      }
    });
  }

  #selection(operand: Expr): Expr {
    const point = this.#tokens.take();
    const isOptional = this.#tokens.is('?');
    if (isOptional) this.#tokens.take();
    const { kind } = this.#tokens.next;
    if (['true', 'false', 'null'].includes(kind)) throw this.#tokens.mismatch(setOf('IDENTIFIER'));
    if (kind !== 'IDENTIFIER' && kind !== 'ESC_IDENTIFIER') throw this.#tokens.noAlternative(point);
    const name = this.#tokens.take();
    if (!isOptional && kind === 'IDENTIFIER' && this.#tokens.is('('))
      return this.#methodCall(operand, name.text);
    const field = kind === 'IDENTIFIER' ? name.text : name.text.slice(1, -1);
    const { offset } = point;
    if (!isOptional) return { kind: 'select', operand, field, isTest: false, offset };
    this.#requireOptionals(offset);
    return callOf({
      name: '_?._',
      args: [operand, { kind: 'literal', value: field, offset: name.offset }],
      offset,
    });
  }

  #requireOptionals(offset: number): void {
    if (!this.#syntax.hasOptionals) this.#issue(offset, "unsupported syntax '.?'");
  }

  #index(operand: Expr): Expr {
    const { offset } = this.#tokens.take();
    this.#tokens.sync(union(beginnings, setOf('?')));
    const isOptional = this.#tokens.takeIf('?');
    if (isOptional && !this.#syntax.hasOptionals) this.#issue(offset, "unsupported syntax '[?'");
    const index = this.#expr(setOf(']'));
    this.#tokens.expect(']', this.#tokens.behindMember);
    return callOf({ name: isOptional ? '_[?_]' : '_[_]', args: [operand, index], offset });
  }

  #methodCall(target: Expr, name: string): Expr {
    const { args, offset } = this.#arguments();
    return this.#expanded({ name, target, args, offset });
  }

  #expanded(call: Call): Expr {
    const macro = this.#syntax.macros.find(call.name, call.target !== undefined, call.args.length);
    if (macro === undefined) return callOf(call);
    const { name, target, args, offset } = call;
    return macro({ name, target, args, offset }, (issue) => this.#issues.push(issue)) ?? callOf(call);
  }

  #arguments(): { args: Expr[]; offset: number } {
    const { offset } = this.#tokens.take();
    this.#tokens.sync(union(beginnings, setOf(')')));
    const args = this.#tokens.is(')') ? [] : (this.#tokens.rule(setOf(')'), () => this.#list()) ?? []);
    this.#tokens.expect(')', this.#tokens.behindMember);
    return { args, offset };
  }

  #list(): Expr[] {
    const items = [this.#expr(setOf(','))];
    while (this.#tokens.takeIf(',')) items.push(this.#expr(setOf(',')));
    return items;
  }

  #primary(follow: TokenSet): Expr {
    return this.#rule(follow, () => {
      const { kind } = this.#tokens.next;
      switch (kind) {
        case '(':
          return this.#nested();
        case '[':
          return this.#listLiteral();
        case '{':
          return this.#mapLiteral();
        case '.':
        case 'IDENTIFIER':
          return this.#named();
        default:
          return this.#literal();
      }
    });
  }

  #nested(): Expr {
    this.#tokens.take();
    const inner = this.#expr(setOf(')'));
    this.#tokens.expect(')', this.#tokens.behindMember);
    return inner;
  }

  #listLiteral(): Expr {
    const { offset } = this.#tokens.take();
    this.#tokens.sync(union(beginnings, setOf('?', ',', ']')));
    const items: ListExpr['items'][number][] = [];
    if (!this.#tokens.is(',') && !this.#tokens.is(']')) {
      this.#tokens.rule(setOf(',', ']'), () => this.#commaSeparated(() => items.push(this.#optionalItem())));
    }
    this.#tokens.takeIf(',');
    this.#tokens.expect(']', this.#tokens.behindMember);
    return { kind: 'list', items, offset };
  }

  /** Items with commas between them; one comma at the end is left to what is around them. */
  #commaSeparated(read: () => unknown): void {
    read();
    while (
      this.#tokens.is(',') &&
      (beginnings.has(this.#tokens.peek(1).kind) || this.#tokens.peek(1).kind === '?')
    ) {
      this.#tokens.take();
      read();
    }
  }

  #optionalItem(): ListExpr['items'][number] {
    const { offset } = this.#tokens.next;
    const isOptional = this.#tokens.takeIf('?');
    if (isOptional && !this.#syntax.hasOptionals) this.#issue(offset, "unsupported syntax '?'");
    return { value: this.#expr(setOf(',')), isOptional };
  }

  #mapLiteral(): Expr {
    const { offset } = this.#tokens.take();
    this.#tokens.sync(union(beginnings, setOf('?', ',', '}')));
    const entries: MapEntry[] = [];
    if (!this.#tokens.is(',') && !this.#tokens.is('}')) {
      this.#tokens.rule(setOf(',', '}'), () => this.#commaSeparated(() => entries.push(this.#entry())));
    }
    this.#tokens.takeIf(',');
    this.#tokens.expect('}', this.#tokens.behindMember);
    return { kind: 'map', entries, offset };
  }

  #entry(): MapEntry {
    const { offset: start } = this.#tokens.next;
    const isOptional = this.#tokens.takeIf('?');
    if (isOptional && !this.#syntax.hasOptionals) this.#issue(start, "unsupported syntax '?'");
    const key = this.#expr(setOf(':'));
    const { offset } = this.#tokens.expect(':', beginnings);
    return { key, value: this.#expr(setOf(',')), isOptional, offset };
  }

  /** A variable, a call of a function, or an object literal. */
  #named(): Expr {
    const start = this.#tokens.next;
    const prefix = this.#tokens.takeIf('.') ? '.' : '';
    const first = this.#tokens.next;
    if (first.kind !== 'IDENTIFIER') throw this.#tokens.noAlternative(start);
    const brace = this.#braceOfObject();
    if (brace !== undefined) return this.#objectLiteral(prefix);
    this.#tokens.take();
    const name = prefix + first.text;
    if (this.#tokens.is('(')) {
      const { args, offset } = this.#arguments();
      return this.#expanded({ name, args, offset });
    }
    if (reserved.has(first.text)) this.#issue(first.offset, `reserved identifier: ${first.text}`);
    return { kind: 'ident', name, offset: first.offset };
  }

  /** How many tokens on the brace of an object literal stands behind the name that follows. */
  #braceOfObject(): number | undefined {
    let distance = 1;
    while (this.#tokens.peek(distance).kind === '.' && this.#tokens.peek(distance + 1).kind === 'IDENTIFIER')
      distance += 2;
    return this.#tokens.peek(distance).kind === '{' ? distance : undefined;
  }

  #objectLiteral(prefix: string): Expr {
    let name = prefix;
    while (!this.#tokens.is('{')) name += this.#tokens.take().text;
    const { offset } = this.#tokens.take();
    this.#tokens.sync(setOf('}', ',', '?', 'IDENTIFIER', 'ESC_IDENTIFIER'));
    const fields: StructField[] = [];
    while (!this.#tokens.is('}') && !this.#tokens.is('EOF') && !this.#tokens.is(',')) {
      fields.push(this.#fieldInitializer());
      const { kind } = this.#tokens.peek(1);
      if (!this.#tokens.is(',') || kind === '}') break;
      this.#tokens.take();
    }
    this.#tokens.takeIf(',');
    this.#tokens.expect('}', this.#tokens.behindMember);
    return { kind: 'struct', name, fields, offset };
  }

  #fieldInitializer(): StructField {
    const isOptional = this.#tokens.takeIf('?');
    const token = this.#tokens.is('ESC_IDENTIFIER')
      ? this.#tokens.take()
      : this.#tokens.expect('IDENTIFIER', setOf(':'));
    const name = token.kind === 'ESC_IDENTIFIER' ? token.text.slice(1, -1) : token.text;
    const { offset } = this.#tokens.expect(':', beginnings);
    return { name, value: this.#expr(setOf(',')), isOptional, offset };
  }

  #literal(): Expr {
    const token = this.#tokens.take();
    const sign = token.kind === '-' ? token.text : '';
    const { kind, text } = sign === '' ? token : this.#tokens.take();
    const { offset } = token;
    try {
      return { kind: 'literal', value: literalValue({ kind, text, offset }, sign), offset };
    } catch (error) {
      if (!(error instanceof LiteralError)) throw error;
      this.#issue(offset, error.message);
      return unreadable(offset);
    }
  }
}

function literalValue(token: Token, sign: string) {
  switch (token.kind) {
    case 'NUM_INT':
      return intLiteral(sign + token.text);
    case 'NUM_UINT':
      return uintLiteral(token.text);
    case 'NUM_FLOAT':
      return doubleLiteral(sign + token.text);
    case 'STRING':
    case 'BYTES':
      return textLiteral(token);
    case 'true':
    case 'false':
      return token.kind === 'true';
    default:
      return null;
  }
}
