import { blockOf, isBlock, keyText, lineText } from './yaml-scalar.ts';

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

/** Characters of a block that are written in one step. */
const maxSlice = 16 * 1024;

/** A longer key needs a question mark: parsers look no further for its colon. */
const maxKeyLength = 1_024;

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
  readonly #keys = { outermost: new Map<string, string>(), inner: new Map<string, string>() };
  readonly #frames: Frame[] = [];
  #text = '';

  /** A document in pieces, each but the last of at least `length` characters and not many more. */
  *pieces(value: unknown, length: number): Generator<string> {
    this.#text = '';
    this.#frames.length = 0;
    this.#value(value, '', false);
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
    this.#value(values[at], `${indent}  `, false);
  }

  #field(key: string, value: unknown, indent: string): void {
    const text = this.#key(key, indent === '');
    const below = `${indent}  `;
    if (text.length <= maxKeyLength) {
      this.#text += `${text}:`;
      return this.#value(value, below, true);
    }
    this.#text += `? ${text}\n${indent}: `;
    this.#value(value, below, false);
  }

  #key(key: string, isOutermost: boolean): string {
    const known = isOutermost ? this.#keys.outermost : this.#keys.inner;
    let text = known.get(key);
    if (text === undefined) {
      text = keyText(key, isOutermost);
      if (key.length <= maxKnownKeyLength && known.size < maxKnownKeys) known.set(key, text);
    }
    return text;
  }

  /** `indent`: that of the members. Behind a key an array is not indented. */
  #value(value: unknown, indent: string, isBehindKey: boolean): void {
    const before = isBehindKey ? ' ' : '';
    if (typeof value === 'string') return this.#string(value, before, indent);
    if (typeof value !== 'object' || value === null) {
      this.#text += `${before}${Object.is(value, -0) ? '-0' : String(value)}\n`;
      return;
    }
    const keys = Array.isArray(value) ? undefined : Object.keys(value).sort();
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

  #string(value: string, before: string, indent: string): void {
    // A line of a document that is only a text could be a document marker.
    if (indent === '' || !isBlock(value)) {
      // A document that is only a text has it at the beginning of a line, like a key.
      const isOutermost = this.#text === '' && before === '' && this.#frames.length === 0;
      this.#text += `${before}${isOutermost ? keyText(value, true) : lineText(value)}\n`;
      return;
    }
    const { header, lines } = blockOf(value);
    this.#text += `${before}${header}\n${indent}`;
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
