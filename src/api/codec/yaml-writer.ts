import { sortKeys } from './yaml-keys.ts';
import { blockOf, foldedText, isBlock, lineText } from './yaml-scalar.ts';

/** An object or array, or the lines of a text, that is being written. */
type Frame = Members | Lines;

interface Members {
  /** Keys of an object, sorted; undefined for an array. */
  readonly keys: readonly string[] | undefined;
  readonly values: Readonly<Record<string | number, unknown>>;
  readonly length: number;
  readonly indent: string;
  /** The first member is on the line that has begun, behind `- `. */
  readonly isInline: boolean;
  next: number;
}

interface Lines {
  readonly lines: string;
  readonly indent: string;
  next: number;
}

interface Place {
  /** The indentation of the members, or of further lines. Behind a key an array is not indented. */
  readonly indent: string;
  readonly isBehindKey: boolean;
  /** The column in which the value begins. */
  readonly column: number;
}

/** Characters of a block that are written in one step. */
const maxSlice = 16 * 1024;

/** A key of more bytes needs a question mark: the library looks no further for its colon. */
const maxKeyBytes = 128;

/** Limits of the cache of keys, as names of fields repeat. */
const maxKnownKeys = 2_048;
const maxKnownKeyLength = 64;

/**
 * Writes JSON values as YAML, as command-line clients print it: keys sorted, lists not indented. Not recursive.
 *
 *     a:
 *     - b: 1
 *       c: {}
 *     d: |
 *       of several
 *       lines
 */
export class YamlWriter {
  /** Cached texts of keys. */
  readonly #keys = new Map<string, string>();
  readonly #frames: Frame[] = [];
  #text = '';

  /** A document in pieces, each but the last of at least `length` characters and not many more. */
  *pieces(value: unknown, length: number): Generator<string> {
    this.#text = '';
    this.#frames.length = 0;
    this.#value(value, { indent: '', isBehindKey: false, column: 0 });
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      if (this.#text.length >= length) yield this.#take();
      if ('lines' in frame) this.#line(frame);
      else this.#member(frame);
    }
    yield this.#take();
  }

  #take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #member(frame: Members): void {
    const { keys, values, length, indent, isInline } = frame;
    const at = frame.next++;
    if (at === length) return void this.#frames.pop();
    if (at > 0 || !isInline) this.#text += indent;
    if (keys !== undefined) return this.#field(keys[at]!, values[keys[at]!], indent);
    this.#text += '- ';
    this.#value(values[at], { indent: `${indent}  `, isBehindKey: false, column: indent.length + 2 });
  }

  #field(key: string, value: unknown, indent: string): void {
    const text = this.#key(key);
    const below = `${indent}  `;
    if (key.length <= maxKeyBytes && Buffer.byteLength(key) <= maxKeyBytes) {
      this.#text += `${text}:`;
      const column = indent.length + text.length + 2;
      return this.#value(value, { indent: below, isBehindKey: true, column });
    }
    this.#text += `? ${text}\n${indent}: `;
    this.#value(value, { indent: below, isBehindKey: false, column: below.length });
  }

  #key(key: string): string {
    let text = this.#keys.get(key);
    if (text === undefined) {
      text = lineText(key);
      if (key.length <= maxKnownKeyLength && this.#keys.size < maxKnownKeys) this.#keys.set(key, text);
    }
    return text;
  }

  #value(value: unknown, place: Place): void {
    const { indent, isBehindKey } = place;
    const before = isBehindKey ? ' ' : '';
    if (typeof value === 'string') return this.#string(value, before, place);
    if (typeof value !== 'object' || value === null) {
      this.#text += `${before}${Object.is(value, -0) ? '-0' : String(value)}\n`;
      return;
    }
    const keys = Array.isArray(value) ? undefined : sortKeys(Object.keys(value));
    const { length } = keys ?? (value as unknown[]);
    if (length === 0) {
      this.#text += before + (keys === undefined ? '[]\n' : '{}\n');
      return;
    }
    if (isBehindKey) this.#text += '\n';
    const own = isBehindKey && keys === undefined ? indent.slice(2) : indent;
    const values = value as Record<string, unknown>;
    this.#frames.push({ keys, values, length, indent: own, isInline: !isBehindKey, next: 0 });
  }

  #string(value: string, before: string, { indent, column }: Place): void {
    // A document that is only a text is one line.
    if (indent === '') {
      this.#text += `${lineText(value)}\n`;
      return;
    }
    if (!isBlock(value)) {
      this.#text += `${before}${foldedText(value, column, indent)}\n`;
      return;
    }
    const { header, lines } = blockOf(value);
    this.#text += `${before}${header}\n${/^[^\n]/.test(lines) ? indent : ''}`;
    this.#frames.push({ lines, indent, next: 0 });
  }

  /** Continues a block. Does not indent empty lines. */
  #line(frame: Lines): void {
    const { lines, indent, next } = frame;
    let end = Math.min(next + maxSlice, lines.length);
    // Does not split a sequence of line feeds.
    while (end < lines.length && lines[end] === '\n') end++;
    if (end < lines.length && lines[end - 1] === '\n') end++;
    this.#text += lines.slice(next, end).replace(/\n+(?=[^\n])/g, `$&${indent}`);
    frame.next = end;
    if (end < lines.length) return;
    this.#text += '\n';
    this.#frames.pop();
  }
}

/** A small document in one piece. */
export const writeYaml = (value: unknown): string =>
  [...new YamlWriter().pieces(value, Number.POSITIVE_INFINITY)].join('');
