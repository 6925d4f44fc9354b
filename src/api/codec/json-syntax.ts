/** Not an Error: a stack trace would be wasted. */
class JsonSyntaxError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

const space = /[ \t\r\n]*/y;
/** Up to the end of a string, an escape or an invalid character. */
const stringPart = /[^"\\\u0000-\u001f]*/y;

/** Characters that may follow a backslash in a string, apart from `u`. */
const escapes = '"\\/bfnrt';

/**
 * The message of Go's JSON parser for a text that is known not to be JSON.
 *
 *     {"a":1,}   invalid character '}' looking for beginning of object key string
 */
export function syntaxError(text: string): string {
  const scanner = new Scanner(text);
  try {
    scanner.scan();
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message;
    throw error;
  }
  return 'unexpected end of JSON input';
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** One value and nothing behind it. Not recursive: `open` holds the brackets around the current position. */
  scan(): void {
    const open: string[] = [];
    this.#begin(open);
    while (open.length > 0) this.#next(open);
    if (this.#peek() !== '') throw this.#errorAt('after top-level value');
  }

  /** A scalar, or an object or array up to its first scalar. */
  #begin(open: string[]): void {
    let first = this.#peek();
    for (; first === '{' || first === '['; first = this.#peek()) {
      this.#at++;
      if (this.#peek() === (first === '{' ? '}' : ']')) {
        this.#at++;
        return;
      }
      open.push(first);
      if (first === '{') this.#key();
    }
    if (first === '"') return this.#string();
    if (first === '-' || isDigit(first)) return this.#number();
    const literal = { t: 'true', f: 'false', n: 'null' }[first];
    if (literal === undefined) throw this.#errorAt('looking for beginning of value');
    this.#literal(literal);
  }

  /** After a value in an object or array: its end, or the next member. */
  #next(open: string[]): void {
    const isObject = open.at(-1) === '{';
    const character = this.#peek();
    if (character === (isObject ? '}' : ']')) {
      this.#at++;
      open.pop();
      return;
    }
    if (character !== ',')
      throw this.#errorAt(isObject ? 'after object key:value pair' : 'after array element');
    this.#at++;
    if (isObject) this.#key();
    this.#begin(open);
  }

  #key(): void {
    if (this.#peek() !== '"') throw this.#errorAt('looking for beginning of object key string');
    this.#string();
    if (this.#peek() !== ':') throw this.#errorAt('after object key');
    this.#at++;
  }

  #string(): void {
    this.#at++;
    for (;;) {
      this.#skip(stringPart);
      const character = this.#character();
      if (character === '"') {
        this.#at++;
        return;
      }
      if (character !== '\\') throw this.#errorAt('in string literal');
      this.#at++;
      const code = this.#character();
      if (code !== 'u' && !escapes.includes(code)) throw this.#errorAt('in string escape code');
      this.#at++;
      for (let count = 0; code === 'u' && count < 4; count++, this.#at++) {
        if (!/[\da-fA-F]/.test(this.#character())) throw this.#errorAt('in \\u hexadecimal character escape');
      }
    }
  }

  #number(): void {
    if (this.#text[this.#at] === '-') {
      this.#at++;
      if (!isDigit(this.#character())) throw this.#errorAt('in numeric literal');
    }
    // Only a fraction or an exponent may follow a leading zero.
    if (this.#text[this.#at] === '0') this.#at++;
    else this.#digits();
    if (this.#text[this.#at] === '.') {
      this.#at++;
      if (!isDigit(this.#character())) throw this.#errorAt('after decimal point in numeric literal');
      this.#digits();
    }
    if (!/[eE]/.test(this.#text[this.#at] ?? '')) return;
    this.#at++;
    if (/[+-]/.test(this.#character())) this.#at++;
    if (!isDigit(this.#character())) throw this.#errorAt('in exponent of numeric literal');
    this.#digits();
  }

  #digits(): void {
    while (isDigit(this.#text[this.#at] ?? '')) this.#at++;
  }

  #literal(word: string): void {
    for (const expected of word) {
      if (this.#character() !== expected) throw this.#errorAt(`in literal ${word} (expecting '${expected}')`);
      this.#at++;
    }
  }

  /** The next character that is not white space; '' at the end. */
  #peek(): string {
    this.#skip(space);
    return this.#text[this.#at] ?? '';
  }

  /** The next character; throws at the end. */
  #character(): string {
    if (this.#at >= this.#text.length) throw new JsonSyntaxError('unexpected end of JSON input');
    return this.#text[this.#at]!;
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    pattern.test(this.#text);
    this.#at = pattern.lastIndex;
  }

  #errorAt(where: string): JsonSyntaxError {
    if (this.#at >= this.#text.length) return new JsonSyntaxError('unexpected end of JSON input');
    return new JsonSyntaxError(`invalid character ${quoted(this.#text, this.#at)} ${where}`);
  }
}

const isDigit = (character: string): boolean =>
  character >= '0' && character <= '9' && character.length === 1;

const shortEscapes: Readonly<Record<string, string>> = {
  "'": "\\'",
  '"': '"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
  '\\': '\\\\',
};

/** Go's scanner works on bytes: of a character beyond ASCII it shows the first byte as a character. */
function quoted(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at)!);
  const code = Buffer.from(character)[0]!;
  const short = shortEscapes[character];
  if (short !== undefined) return `'${short}'`;
  if (code < 0x20 || code === 0x7f) return `'\\x${code.toString(16).padStart(2, '0')}'`;
  return `'${String.fromCharCode(code)}'`;
}
