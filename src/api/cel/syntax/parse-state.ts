import type { MacroTable } from './macro-table.ts';
import type { Issue } from './source.ts';
import { type TokenSet, TokenStream } from './token-stream.ts';
import type { Token } from './tokens.ts';
import type { CallExpr, Expr } from './tree.ts';

/** All that the language of a release has. */
export interface Syntax {
  readonly macros: MacroTable;
  /** Whether `a.?b`, `a[?b]`, `{?a: b}` may be written. */
  readonly hasOptionals: boolean;
}

/** The depth to which the expressions of one rule may nest, and all together. */
const maxDepth = 250;

/** Rules that stand in themselves. */
export type NestedRule = 'expr' | 'relation' | 'calc' | 'member';

/** An expression nests too deep; the message is for clients. */
export class DepthError extends Error {}

export type Call = { name: string; target?: Expr | undefined; args: readonly Expr[]; offset: number };

export const callOf = ({ name, target, args, offset }: Call): CallExpr => ({
  kind: 'call',
  name,
  target,
  args,
  offset,
});

/** All that stands for an expression that could not be read. */
export const unreadable = (offset: number): Expr => ({ kind: 'literal', value: null, offset });

/** The state of a parse that all rules of the grammar share: tokens, issues, depth. */
export class ParseState {
  readonly tokens: TokenStream;
  readonly syntax: Syntax;
  readonly #issues: Issue[];
  readonly #depths: Record<NestedRule, number> = { expr: 0, relation: 0, calc: 0, member: 0 };

  constructor(tokens: readonly Token[], issues: Issue[], syntax: Syntax) {
    this.tokens = new TokenStream(tokens, issues);
    this.#issues = issues;
    this.syntax = syntax;
  }

  issue(offset: number | undefined, message: string): void {
    this.#issues.push({ offset, message });
  }

  requireOptionals(offset: number, written: string): void {
    if (!this.syntax.hasOptionals) this.issue(offset, `unsupported syntax '${written}'`);
  }

  /** One level more of a rule, until it is left. Returns the level before. Throws DepthError. */
  descend(rule: NestedRule): number {
    const before = this.#depths[rule]++;
    if (before >= maxDepth) throw new DepthError(`expression recursion limit exceeded: ${maxDepth}`);
    return before;
  }

  leave(rule: NestedRule, before: number): void {
    this.#depths[rule] = before;
  }

  /**
   * Begins a rule whose failure leaves something unreadable behind:
   *
   *     const begun = state.begin(follow);
   *     try { … } catch (error) { return state.recovered(error, begun); } finally { state.end(); }
   *
   * It is written out where rules stand in each other, for functions around them would need three times the stack.
   */
  begin(follow: TokenSet): BegunRule {
    const { offset } = this.tokens.next;
    this.tokens.open(follow);
    return { offset, depths: { ...this.#depths } };
  }

  /** Throws what is no failure of a rule. */
  recovered(error: unknown, { offset, depths }: BegunRule): Expr {
    this.tokens.recover(error);
    Object.assign(this.#depths, depths);
    return unreadable(offset);
  }

  end(): void {
    this.tokens.close();
  }
}

interface BegunRule {
  readonly offset: number;
  readonly depths: Readonly<Record<NestedRule, number>>;
}
