import { doubleLiteral, intLiteral, LiteralError, textLiteral, uintLiteral } from './literals.ts';
import { type Call, callOf, type ParseState, unreadable } from './parse-state.ts';
import { beginnings, setOf, type TokenSet, union } from './token-stream.ts';
import type { Token } from './tokens.ts';
import type { Expr, ListExpr, MapEntry, StructField } from './tree.ts';

const reserved = new Set(
  'as break const continue else false for function if import in let loop package namespace null return true var void while'.split(
    ' ',
  ),
);

/** All that follows an expression inside a rule, and all that a list in brackets may begin with. */
const behind = {
  nested: setOf(')'),
  items: setOf(',', ']'),
  entries: setOf(',', '}'),
  item: setOf(','),
  key: setOf(':'),
};
const literals = setOf('NUM_INT', 'NUM_UINT', 'NUM_FLOAT', 'STRING', 'BYTES', 'true', 'false', 'null');
/** All that an expression in brackets can end before. */
const ends = setOf(',', ']', '}', ')', ':');
const beginningsOfMore = union(beginnings, setOf('?'));
const beginningsOfItems = union(beginnings, setOf('?', ',', ']'));
const beginningsOfEntries = union(beginnings, setOf('?', ',', '}'));
const beginningsOfFields = setOf('}', ',', '?', 'IDENTIFIER', 'ESC_IDENTIFIER');
const beginningsOfArguments = union(beginnings, setOf(')'));

/** Reads what operators stand between: literals, lists, maps, objects, variables, calls, and what is in parentheses. */
export class OperandReader {
  readonly #state: ParseState;
  readonly #expr: (follow: TokenSet) => Expr;

  /** `expr`: reads a whole expression. */
  constructor(state: ParseState, expr: (follow: TokenSet) => Expr) {
    this.#state = state;
    this.#expr = expr;
  }

  read(follow: TokenSet): Expr {
    const begun = this.#state.begin(follow);
    try {
      return this.#operand();
    } catch (error) {
      return this.#state.recovered(error, begun);
    } finally {
      this.#state.end();
    }
  }

  #operand(): Expr {
    switch (this.#state.tokens.next.kind) {
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
  }

  /** A literal that nothing is done with: lists have many. */
  plainLiteral(): Expr | undefined {
    const { tokens } = this.#state;
    return literals.has(tokens.next.kind) && ends.has(tokens.peek(1).kind) ? this.#literal() : undefined;
  }

  #nested(): Expr {
    this.#state.tokens.take();
    const inner = this.#expr(behind.nested);
    this.#state.tokens.expectEnd(')');
    return inner;
  }

  #listLiteral(): Expr {
    const { offset } = this.#state.tokens.take();
    this.#state.tokens.sync(beginningsOfItems);
    const items: ListExpr['items'][number][] = [];
    if (!this.#state.tokens.is(',') && !this.#state.tokens.is(']')) {
      this.#commaSeparated(behind.items, () => items.push(this.#optionalItem()));
    }
    this.#end(']');
    return { kind: 'list', items, offset };
  }

  /** The bracket at the end of a literal, perhaps behind a comma. */
  #end(bracket: ']' | '}'): void {
    const { tokens } = this.#state;
    tokens.sync(setOf(bracket, ','));
    tokens.takeIf(',');
    tokens.expectEnd(bracket);
  }

  /** Items with commas between them; one comma at the end is left to what is around them. */
  #commaSeparated(follow: TokenSet, read: () => unknown): void {
    const begun = this.#state.begin(follow);
    try {
      read();
      while (this.#state.tokens.is(',') && beginningsOfMore.has(this.#state.tokens.peek(1).kind)) {
        this.#state.tokens.take();
        read();
      }
    } catch (error) {
      this.#state.recovered(error, begun);
    } finally {
      this.#state.end();
    }
  }

  #optionalItem(): ListExpr['items'][number] {
    const { offset } = this.#state.tokens.next;
    const isOptional = this.#state.tokens.takeIf('?');
    if (isOptional) this.#state.requireOptionals(offset, '?');
    return { value: this.#expr(behind.item), isOptional };
  }

  #mapLiteral(): Expr {
    const { offset } = this.#state.tokens.take();
    this.#state.tokens.sync(beginningsOfEntries);
    const entries: MapEntry[] = [];
    if (!this.#state.tokens.is(',') && !this.#state.tokens.is('}')) {
      this.#commaSeparated(behind.entries, () => entries.push(this.#entry()));
    }
    this.#end('}');
    return { kind: 'map', entries, offset };
  }

  #entry(): MapEntry {
    const { offset: start } = this.#state.tokens.next;
    const isOptional = this.#state.tokens.takeIf('?');
    if (isOptional) this.#state.requireOptionals(start, '?');
    const key = this.#expr(behind.key);
    const { offset } = this.#state.tokens.expect(':', beginnings);
    return { key, value: this.#expr(behind.item), isOptional, offset };
  }

  /** A variable, a call of a function, or an object literal. */
  #named(): Expr {
    const start = this.#state.tokens.next;
    const prefix = this.#state.tokens.takeIf('.') ? '.' : '';
    const first = this.#state.tokens.next;
    if (first.kind !== 'IDENTIFIER') throw this.#state.tokens.noAlternative(start);
    const brace = this.#braceOfObject();
    if (brace !== undefined) return this.#objectLiteral(prefix);
    this.#state.tokens.take();
    const name = prefix + first.text;
    if (this.#state.tokens.is('(')) {
      const { args, offset } = this.arguments();
      return this.expanded({ name, args, offset });
    }
    if (reserved.has(first.text)) this.#state.issue(first.offset, `reserved identifier: ${first.text}`);
    return { kind: 'ident', name, offset: first.offset };
  }

  /** The number of tokens after which the brace of an object literal stands behind the name that follows. */
  #braceOfObject(): number | undefined {
    let distance = 1;
    while (
      this.#state.tokens.peek(distance).kind === '.' &&
      this.#state.tokens.peek(distance + 1).kind === 'IDENTIFIER'
    )
      distance += 2;
    return this.#state.tokens.peek(distance).kind === '{' ? distance : undefined;
  }

  #objectLiteral(prefix: string): Expr {
    let name = prefix;
    while (!this.#state.tokens.is('{')) name += this.#state.tokens.take().text;
    const { offset } = this.#state.tokens.take();
    this.#state.tokens.sync(beginningsOfFields);
    const fields: StructField[] = [];
    while (!this.#state.tokens.is('}') && !this.#state.tokens.is('EOF') && !this.#state.tokens.is(',')) {
      fields.push(this.#fieldInitializer());
      const { kind } = this.#state.tokens.peek(1);
      if (!this.#state.tokens.is(',') || kind === '}') break;
      this.#state.tokens.take();
    }
    this.#end('}');
    return { kind: 'struct', name, fields, offset };
  }

  #fieldInitializer(): StructField {
    const isOptional = this.#state.tokens.takeIf('?');
    const token = this.#state.tokens.is('ESC_IDENTIFIER')
      ? this.#state.tokens.take()
      : this.#state.tokens.expect('IDENTIFIER', behind.key);
    const name = token.kind === 'ESC_IDENTIFIER' ? token.text.slice(1, -1) : token.text;
    const { offset } = this.#state.tokens.expect(':', beginnings);
    return { name, value: this.#expr(behind.item), isOptional, offset };
  }

  #literal(): Expr {
    const token = this.#state.tokens.take();
    const sign = token.kind === '-' ? token.text : '';
    const { kind, text } = sign === '' ? token : this.#state.tokens.take();
    const { offset } = token;
    try {
      return { kind: 'literal', value: literalValue({ kind, text, offset }, sign), offset };
    } catch (error) {
      if (!(error instanceof LiteralError)) throw error;
      this.#state.issue(offset, error.message);
      return unreadable(offset);
    }
  }

  /** The call, or what a macro of its name makes of it. */
  expanded(call: Call): Expr {
    const macro = this.#state.syntax.macros.find(call.name, call.target !== undefined, call.args.length);
    if (macro === undefined) return callOf(call);
    const { name, target, args, offset } = call;
    return (
      macro({ name, target, args, offset }, ({ offset: at, message }) => this.#state.issue(at, message)) ??
      callOf(call)
    );
  }

  arguments(): { args: Expr[]; offset: number } {
    const { offset } = this.#state.tokens.take();
    this.#state.tokens.sync(beginningsOfArguments);
    const args = this.#state.tokens.is(')') ? [] : this.#list();
    this.#state.tokens.expectEnd(')');
    return { args, offset };
  }

  #list(): Expr[] {
    const begun = this.#state.begin(behind.nested);
    try {
      const items = [this.#expr(behind.item)];
      while (this.#state.tokens.takeIf(',')) items.push(this.#expr(behind.item));
      return items;
    } catch (error) {
      this.#state.recovered(error, begun);
      return [];
    } finally {
      this.#state.end();
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
