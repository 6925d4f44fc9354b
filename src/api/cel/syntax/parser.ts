import { OperandReader } from './operand-reader.ts';
import { callOf, DepthError, maxDepth, ParseState, type Syntax, unreadable } from './parse-state.ts';
import { type Issue, maxSourceLength } from './source.ts';
import { beginnings, setOf, type TokenSet, union } from './token-stream.ts';
import { type TokenKind, tokenize } from './tokens.ts';
import type { Expr } from './tree.ts';

const relations = setOf('<', '<=', '>', '>=', '==', '!=', 'in');
const sums = setOf('+', '-');
const products = setOf('*', '/', '%');
const nothing = setOf();
const operatorNames: Partial<Record<TokenKind, string>> = { in: '@in' };

/** Parses an expression; without issues it is whole. */
export function parse(source: string, syntax: Syntax): { expr: Expr; issues: Issue[] } {
  const issues: Issue[] = [];
  if (source.length > maxSourceLength) {
    const message = `expression code point size exceeds limit: size: ${source.length}, limit ${maxSourceLength}`;
    return { expr: unreadable(0), issues: [{ offset: 0, message }] };
  }
  return { expr: new Parser(new ParseState(tokenize(source, issues), issues, syntax)).whole(), issues };
}

/** Reads operators by their precedence, and what stands behind an operand: fields, indexes, calls of methods. */
class Parser {
  readonly #state: ParseState;
  readonly #operands: OperandReader;

  constructor(state: ParseState) {
    this.#state = state;
    this.#operands = new OperandReader(state, (follow) => this.#expr(follow));
  }

  whole(): Expr {
    try {
      const expr = this.#expr(setOf('EOF'));
      this.#state.tokens.rule(nothing, () => this.#state.tokens.expect('EOF', nothing));
      return expr;
    } catch (error) {
      if (!(error instanceof DepthError)) throw error;
      this.#state.issue(0, `expression recursion limit exceeded: ${maxDepth}`);
      return unreadable(0);
    }
  }

  /** condition ? a : b */
  #expr(follow: TokenSet): Expr {
    return this.#state.rule(follow, () => {
      const condition = this.#or(setOf('?'));
      if (!this.#state.tokens.is('?')) return condition;
      const { offset } = this.#state.tokens.take();
      const whenTrue = this.#or(setOf(':'));
      this.#state.tokens.expect(':', beginnings);
      const args = [condition, whenTrue, this.#expr(nothing)];
      return callOf({ name: '_?_:_', args, offset });
    });
  }

  #or(follow: TokenSet): Expr {
    return this.#state.rule(follow, () => this.#chain('||', () => this.#and(setOf('||'))));
  }

  #and(follow: TokenSet): Expr {
    return this.#state.rule(follow, () => this.#chain('&&', () => this.#relation(setOf('&&'))));
  }

  /** Terms that are joined by one operator, as a balanced tree: long ones are not deep. */
  #chain(kind: '&&' | '||', read: () => Expr): Expr {
    const terms = [read()];
    const offsets: number[] = [];
    while (this.#state.tokens.is(kind)) {
      offsets.push(this.#state.tokens.take().offset);
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
    return this.#state.rule(follow, () =>
      this.#binary(relations, () => this.#state.rule(relations, () => this.#sum())),
    );
  }

  #sum(): Expr {
    const product = (): Expr => this.#binary(products, () => this.#unary(union(sums, products)));
    return this.#binary(sums, product);
  }

  #binary(operators: TokenSet, read: () => Expr): Expr {
    let left = read();
    while (operators.has(this.#state.tokens.next.kind)) {
      const { kind, offset } = this.#state.tokens.take();
      this.#state.descend();
      left = callOf({ name: operatorNames[kind] ?? `_${kind}_`, args: [left, read()], offset });
    }
    return left;
  }

  #unary(follow: TokenSet): Expr {
    return this.#state.rule(follow, () => {
      this.#state.tokens.sync(beginnings);
      const { kind, offset } = this.#state.tokens.next;
      if (kind !== '!' && kind !== '-') return this.#member(nothing);
      if (kind === '-' && this.#isNegativeNumber()) return this.#member(nothing);
      let count = 0;
      while (this.#state.tokens.takeIf(kind)) count++;
      const operand = this.#member(nothing);
      return count % 2 === 0 ? operand : callOf({ name: `${kind}_`, args: [operand], offset });
    });
  }

  #isNegativeNumber(): boolean {
    return ['NUM_INT', 'NUM_FLOAT'].includes(this.#state.tokens.peek(1).kind);
  }

  #member(follow: TokenSet): Expr {
    return this.#state.rule(follow, () => {
      let operand = this.#operands.read(setOf('.', '['));
      for (;;) {
        if (this.#state.tokens.is('.')) operand = this.#selection(operand);
        else if (this.#state.tokens.is('[')) operand = this.#index(operand);
        else return operand;
      }
    });
  }

  #selection(operand: Expr): Expr {
    const point = this.#state.tokens.take();
    const isOptional = this.#state.tokens.is('?');
    if (isOptional) this.#state.tokens.take();
    const { kind } = this.#state.tokens.next;
    if (['true', 'false', 'null'].includes(kind)) throw this.#state.tokens.mismatch(setOf('IDENTIFIER'));
    if (kind !== 'IDENTIFIER' && kind !== 'ESC_IDENTIFIER') throw this.#state.tokens.noAlternative(point);
    const name = this.#state.tokens.take();
    if (!isOptional && kind === 'IDENTIFIER' && this.#state.tokens.is('('))
      return this.#methodCall(operand, name.text);
    const field = kind === 'IDENTIFIER' ? name.text : name.text.slice(1, -1);
    const { offset } = point;
    if (!isOptional) return { kind: 'select', operand, field, isTest: false, offset };
    this.#state.requireOptionals(offset, '.?');
    return callOf({
      name: '_?._',
      args: [operand, { kind: 'literal', value: field, offset: name.offset }],
      offset,
    });
  }

  #index(operand: Expr): Expr {
    const { offset } = this.#state.tokens.take();
    this.#state.tokens.sync(union(beginnings, setOf('?')));
    const isOptional = this.#state.tokens.takeIf('?');
    if (isOptional) this.#state.requireOptionals(offset, '[?');
    const index = this.#expr(setOf(']'));
    this.#state.tokens.expect(']', this.#state.tokens.behindMember);
    return callOf({ name: isOptional ? '_[?_]' : '_[_]', args: [operand, index], offset });
  }

  #methodCall(target: Expr, name: string): Expr {
    const { args, offset } = this.#operands.arguments();
    return this.#operands.expanded({ name, target, args, offset });
  }
}
