import type { Interruptible } from '../../../util/slices.ts';
import { OperandReader } from './operand-reader.ts';
import { callOf, DepthError, type NestedRule, ParseState, type Syntax, unreadable } from './parse-state.ts';
import { type Issue, maxSourceLength } from './source.ts';
import { beginnings, setOf, type TokenSet, union } from './token-stream.ts';
import { type TokenKind, tokenize } from './tokens.ts';
import type { Expr } from './tree.ts';

const relations = setOf('<', '<=', '>', '>=', '==', '!=', 'in');
const sums = setOf('+', '-');
const products = setOf('*', '/', '%');
const nothing = setOf();
/** All that follows a rule inside another one. */
const behind = {
  whole: setOf('EOF'),
  condition: setOf('?'),
  whenTrue: setOf(':'),
  alternative: setOf('||'),
  term: setOf('&&'),
  factor: union(sums, products),
  operand: setOf('.', '['),
  index: setOf(']'),
};
const beginningsOfIndex = union(beginnings, setOf('?'));
const wordsOfLiterals: ReadonlySet<TokenKind> = setOf('true', 'false', 'null');
const named = setOf('IDENTIFIER');
const operatorNames: Partial<Record<TokenKind, string>> = { in: '@in' };

/** Parses an expression, with stops; without issues it is whole. */
export function* parse(source: string, syntax: Syntax): Interruptible<{ expr: Expr; issues: Issue[] }> {
  const issues: Issue[] = [];
  if (source.length > maxSourceLength) {
    const message = `expression code point size exceeds limit: size: ${source.length}, limit ${maxSourceLength}`;
    return { expr: unreadable(0), issues: [{ offset: undefined, message }] };
  }
  const tokens = yield* tokenize(source, issues);
  yield;
  return { expr: new Parser(new ParseState(tokens, issues, syntax)).whole(), issues };
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
      const expr = this.#expr(behind.whole);
      this.#end();
      return expr;
    } catch (error) {
      if (!(error instanceof DepthError)) throw error;
      this.#state.issue(undefined, error.message);
      return unreadable(0);
    }
  }

  #end(): void {
    const begun = this.#state.begin(nothing);
    try {
      this.#state.tokens.expect('EOF', nothing);
    } catch (error) {
      this.#state.recovered(error, begun);
    } finally {
      this.#state.end();
    }
  }

  #expr(follow: TokenSet): Expr {
    const level = this.#state.descend('expr');
    const expr = this.#operands.plainLiteral() ?? this.#condition(follow);
    this.#state.leave('expr', level);
    return expr;
  }

  /** condition ? a : b */
  #condition(follow: TokenSet): Expr {
    const begun = this.#state.begin(follow);
    try {
      const condition = this.#chain('||', behind.condition);
      if (!this.#state.tokens.is('?')) return condition;
      const { offset } = this.#state.tokens.take();
      const whenTrue = this.#chain('||', behind.whenTrue);
      this.#state.tokens.expect(':', beginnings);
      const args = [condition, whenTrue, this.#expr(nothing)];
      return callOf({ name: '_?_:_', args, offset });
    } catch (error) {
      return this.#state.recovered(error, begun);
    } finally {
      this.#state.end();
    }
  }

  /** Terms that are joined by one operator. */
  #chain(operator: '||' | '&&', follow: TokenSet): Expr {
    const begun = this.#state.begin(follow);
    try {
      const terms: Expr[] = [];
      const offsets: number[] = [];
      for (;;) {
        terms.push(operator === '||' ? this.#chain('&&', behind.alternative) : this.#relation(behind.term));
        if (!this.#state.tokens.is(operator)) return balanced(`_${operator}_`, terms, offsets);
        offsets.push(this.#state.tokens.take().offset);
      }
    } catch (error) {
      return this.#state.recovered(error, begun);
    } finally {
      this.#state.end();
    }
  }

  #relation(follow: TokenSet): Expr {
    const level = this.#state.descend('relation');
    const begun = this.#state.begin(follow);
    try {
      let left = this.#sum();
      while (relations.has(this.#state.tokens.next.kind)) {
        const { kind, offset } = this.#state.tokens.take();
        this.#state.descend('relation');
        left = callOf({
          name: operatorNames[kind] ?? `_${kind}_`,
          args: [left, this.#right('relation')],
          offset,
        });
      }
      return left;
    } catch (error) {
      return this.#state.recovered(error, begun);
    } finally {
      this.#state.end();
      this.#state.leave('relation', level);
    }
  }

  /** The operand behind an operator: one level more, as each operator is, for what stands before it is its left operand. */
  #right(rule: NestedRule): Expr {
    const level = this.#state.descend(rule);
    const operand = rule === 'relation' ? this.#sum() : this.#product();
    this.#state.leave(rule, level);
    return operand;
  }

  #sum(): Expr {
    const level = this.#state.descend('calc');
    const begun = this.#state.begin(relations);
    try {
      let left = this.#product();
      while (sums.has(this.#state.tokens.next.kind)) {
        const { kind, offset } = this.#state.tokens.take();
        this.#state.descend('calc');
        left = callOf({ name: `_${kind}_`, args: [left, this.#right('calc')], offset });
      }
      return left;
    } catch (error) {
      return this.#state.recovered(error, begun);
    } finally {
      this.#state.end();
      this.#state.leave('calc', level);
    }
  }

  #product(): Expr {
    let left = this.#unary(behind.factor);
    while (products.has(this.#state.tokens.next.kind)) {
      const { kind, offset } = this.#state.tokens.take();
      this.#state.descend('calc');
      const level = this.#state.descend('calc');
      left = callOf({ name: `_${kind}_`, args: [left, this.#unary(behind.factor)], offset });
      this.#state.leave('calc', level);
    }
    return left;
  }

  #unary(follow: TokenSet): Expr {
    const begun = this.#state.begin(follow);
    try {
      this.#state.tokens.sync(beginnings);
      const { kind, offset } = this.#state.tokens.next;
      if (kind !== '!' && kind !== '-') return this.#member(nothing);
      if (kind === '-' && this.#isNegativeNumber()) return this.#member(nothing);
      let count = 0;
      while (this.#state.tokens.takeIf(kind)) count++;
      const operand = this.#member(nothing);
      return count % 2 === 0 ? operand : callOf({ name: `${kind}_`, args: [operand], offset });
    } catch (error) {
      return this.#state.recovered(error, begun);
    } finally {
      this.#state.end();
    }
  }

  #isNegativeNumber(): boolean {
    const { kind } = this.#state.tokens.peek(1);
    return kind === 'NUM_INT' || kind === 'NUM_FLOAT';
  }

  #member(follow: TokenSet): Expr {
    const level = this.#state.descend('member');
    const begun = this.#state.begin(follow);
    try {
      let operand = this.#operands.read(behind.operand);
      for (;;) {
        const { kind } = this.#state.tokens.next;
        if (kind !== '.' && kind !== '[') return operand;
        this.#state.descend('member');
        operand = kind === '.' ? this.#selection(operand) : this.#index(operand);
      }
    } catch (error) {
      return this.#state.recovered(error, begun);
    } finally {
      this.#state.end();
      this.#state.leave('member', level);
    }
  }

  #selection(operand: Expr): Expr {
    const point = this.#state.tokens.take();
    const isOptional = this.#state.tokens.is('?');
    if (isOptional) this.#state.tokens.take();
    const { kind } = this.#state.tokens.next;
    if (wordsOfLiterals.has(kind)) throw this.#state.tokens.mismatch(named);
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
    this.#state.tokens.sync(beginningsOfIndex);
    const isOptional = this.#state.tokens.takeIf('?');
    if (isOptional) this.#state.requireOptionals(offset, '[?');
    const index = this.#expr(behind.index);
    this.#state.tokens.expectEnd(']');
    return callOf({ name: isOptional ? '_[?_]' : '_[_]', args: [operand, index], offset });
  }

  #methodCall(target: Expr, name: string): Expr {
    const { args, offset } = this.#operands.arguments();
    return this.#operands.expanded({ name, target, args, offset });
  }
}

/** Terms that are joined by one operator, as a balanced tree: long ones are not deep. */
function balanced(name: string, terms: readonly Expr[], offsets: readonly number[]): Expr {
  const join = (from: number, to: number): Expr => {
    if (from === to) return terms[from]!;
    const middle = (from + to + 1) >> 1;
    const args = [join(from, middle - 1), join(middle, to)];
    return callOf({ name, args, offset: offsets[middle - 1]! });
  };
  return join(0, terms.length - 1);
}
