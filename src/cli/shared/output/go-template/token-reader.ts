import { errorAt, type Token } from './lexer.ts';

/** The tokens of a template, one after the other. Its errors have the line of the token that was read last. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  readonly #source: string;
  #at = 0;

  constructor(source: string, tokens: readonly Token[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  peek(): Token {
    return this.#tokens[Math.min(this.#at, this.#tokens.length - 1)]!;
  }

  next(): Token {
    const token = this.peek();
    this.#at++;
    return token;
  }

  back(): void {
    this.#at--;
  }

  /** The next one but blanks, which are read. */
  peekWord(): Token {
    while (this.peek().type === 'space') this.#at++;
    return this.peek();
  }

  nextWord(): Token {
    this.peekWord();
    return this.next();
  }

  /** `$x :=`, `$x =`, and in a range `$i, $x :=`; reads nothing when there is none. */
  declaration(isRange: boolean): { variables: string[]; assigns: boolean } | undefined {
    const start = this.#at;
    const variables: string[] = [];
    while (this.peekWord().type === 'variable') {
      variables.push(this.next().text);
      const mark = this.peekWord();
      if (mark.text === ':=' || mark.text === '=') {
        this.next();
        return { variables, assigns: mark.text === '=' };
      }
      if (mark.text !== ',') break;
      this.next();
      if (variables.length === 2 && isRange) this.fail('too many declarations in range');
    }
    this.#at = start;
    return undefined;
  }

  fail(problem: string): never {
    const last = this.#tokens[Math.max(0, Math.min(this.#at, this.#tokens.length) - 1)]!;
    throw errorAt(this.#source, last.at, problem);
  }

  unexpected({ type, text }: Token, context: string): never {
    if (type === 'end') this.fail('unexpected EOF');
    this.fail(
      `unexpected ${type === 'action-end' ? '"}}"' : text === '.' || keywords.has(text) ? `<${text}>` : quoted(text)} in ${context}`,
    );
  }
}

const keywords = new Set([
  'block',
  'break',
  'continue',
  'define',
  'else',
  'end',
  'if',
  'nil',
  'range',
  'template',
  'with',
]);

export const quoted = (text: string): string => JSON.stringify(text);
