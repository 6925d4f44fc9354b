import type { Issue } from './source.ts';
import { isNamed, type Token, type TokenKind, tokenOrder } from './tokens.ts';

export type TokenSet = ReadonlySet<TokenKind>;

export const setOf = (...kinds: TokenKind[]): TokenSet => new Set(kinds);

/** All that an expression can begin with. */
export const beginnings = setOf(
  '[',
  '{',
  '(',
  '.',
  '-',
  '!',
  'true',
  'false',
  'null',
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
);

export const union = (...sets: readonly TokenSet[]): TokenSet => new Set(sets.flatMap((set) => [...set]));

/** A rule of the grammar cannot go on; it has been reported. */
export class RuleError extends Error {}

function shownKind(kind: TokenKind): string {
  if (kind === 'EOF') return '<EOF>';
  return isNamed(kind) ? kind : `'${kind}'`;
}

function shownSet(set: TokenSet): string {
  const kinds = tokenOrder.filter((kind) => set.has(kind)).map(shownKind);
  return kinds.length === 1 ? kinds[0]! : `{${kinds.join(', ')}}`;
}

const shownText = (text: string): string =>
  text.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');

/**
 * The tokens of an expression, and what is said when one of them is not as expected. A superfluous token is left out, a
 * missing one is assumed; otherwise tokens are left out until one follows that an open rule can go on with. After
 * an issue nothing is said until a token is as expected again.
 */
export class TokenStream {
  readonly #tokens: readonly Token[];
  readonly #issues: Issue[];
  /** All that can follow each rule that is open. */
  readonly #open: TokenSet[] = [];
  #at = 0;
  #isRecovering = false;
  #lastRecovery = -1;

  constructor(tokens: readonly Token[], issues: Issue[]) {
    this.#tokens = tokens;
    this.#issues = issues;
  }

  get next(): Token {
    return this.#tokens[this.#at]!;
  }

  peek(distance: number): Token {
    return this.#tokens[Math.min(this.#at + distance, this.#tokens.length - 1)]!;
  }

  is(kind: TokenKind): boolean {
    return this.next.kind === kind;
  }

  /** Takes a token that is known to be right. */
  take(): Token {
    const token = this.next;
    this.#isRecovering = false;
    if (token.kind !== 'EOF') this.#at++;
    return token;
  }

  takeIf(kind: TokenKind): boolean {
    if (!this.is(kind)) return false;
    this.take();
    return true;
  }

  /** Takes a token of a kind, behind which a member ends. Throws RuleError. */
  expectEnd(kind: TokenKind): Token {
    // What may follow is only worked out where it is needed: most expressions are right.
    return this.is(kind) ? this.take() : this.expect(kind, this.#behindMember);
  }

  /** Takes a token of a kind. `after`: what the rule goes on with behind it. Throws RuleError. */
  expect(kind: TokenKind, after: TokenSet): Token {
    if (this.is(kind)) return this.take();
    if (this.#leaveOut(setOf(kind))) return this.take();
    const { next } = this;
    if (!after.has(next.kind)) throw this.mismatch(setOf(kind));
    this.#report(next, `missing ${shownKind(kind)} at ${this.#shown(next)}`);
    return { kind, text: `<missing ${shownKind(kind)}>`, offset: next.offset };
  }

  /** All that may follow a member here: a bracket that is missing is assumed before it. */
  get #behindMember(): TokenSet {
    return union(setOf('.', '['), ...this.#open);
  }

  /** Sees to it that a rule can go on: one token that is in the way is left out. Throws RuleError. */
  sync(expected: TokenSet): void {
    if (!expected.has(this.next.kind) && !this.#leaveOut(expected)) throw this.mismatch(expected);
  }

  #leaveOut(expected: TokenSet): boolean {
    if (this.is('EOF') || !expected.has(this.peek(1).kind)) return false;
    this.#report(this.next, `extraneous input ${this.#shown(this.next)} expecting ${shownSet(expected)}`);
    this.#at++;
    this.#isRecovering = false;
    return true;
  }

  mismatch(expected: TokenSet): RuleError {
    this.#report(this.next, `mismatched input ${this.#shown(this.next)} expecting ${shownSet(expected)}`);
    return new RuleError();
  }

  /** None of the forms of a rule begins with these tokens. */
  noAlternative(from: Token): RuleError {
    const end = this.next;
    const texts = this.#tokens.slice(this.#tokens.indexOf(from), this.#tokens.indexOf(end) + 1);
    const text = texts.map((token) => (token.kind === 'EOF' ? '' : token.text)).join('');
    this.#report(end, `no viable alternative at input '${shownText(text)}'`);
    return new RuleError();
  }

  #shown({ text }: Token): string {
    return `'${shownText(text)}'`;
  }

  #report({ offset }: Token, message: string): void {
    if (this.#isRecovering) return;
    this.#isRecovering = true;
    this.#issues.push({ offset, message: `Syntax error: ${message}` });
  }

  /** Begins a rule inside another one, which goes on with one of `follow`. */
  open(follow: TokenSet): void {
    this.#open.push(follow);
  }

  /** Ends the rule that was begun last. */
  close(): void {
    this.#open.pop();
  }

  /** Goes on behind a rule that could not be read. Throws what is no failure of a rule. */
  recover(error: unknown): void {
    if (!(error instanceof RuleError)) throw error;
    if (this.#lastRecovery === this.#at && !this.is('EOF')) this.#at++;
    this.#lastRecovery = this.#at;
    while (!this.is('EOF') && !this.#open.some((set) => set.has(this.next.kind))) this.#at++;
  }

  /** Moves back to a token that was read. */
  rewindTo(token: Token): void {
    this.#at = this.#tokens.indexOf(token);
  }
}
