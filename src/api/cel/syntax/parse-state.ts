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

/** The depth to which rules may nest: beyond it the stack of the process would. */
export const maxDepth = 250;

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
  #depth = 0;

  constructor(tokens: readonly Token[], issues: Issue[], syntax: Syntax) {
    this.tokens = new TokenStream(tokens, issues);
    this.#issues = issues;
    this.syntax = syntax;
  }

  issue(offset: number, message: string): void {
    this.#issues.push({ offset, message });
  }

  requireOptionals(offset: number, written: string): void {
    if (!this.syntax.hasOptionals) this.issue(offset, `unsupported syntax '${written}'`);
  }

  /** Throws DepthError for more than the stack carries. */
  descend(): void {
    if (++this.#depth > maxDepth * 8) throw new DepthError();
  }

  /** A rule whose failure leaves something unreadable behind. */
  rule(follow: TokenSet, read: () => Expr): Expr {
    const { offset } = this.tokens.next;
    this.descend();
    const expr = this.tokens.rule(follow, read);
    this.#depth--;
    return expr ?? unreadable(offset);
  }
}
