const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const space = 0x20;
const lineFeed = 0x0a;

/** From so many bytes on, one call of `set` is faster than a loop. */
const minBulkCopy = 48;

/** Positions in source and target that a call of `print` has reached. */
export interface Progress {
  read: number;
  written: number;
}

/**
 * Indents JSON by two spaces, as JSON.stringify does: bytes to bytes, in pieces of any size. Copies scalars and drops
 * white space.
 *
 *     {"a":[1,{}],"b":[]}
 *
 *     {
 *       "a": [
 *         1,
 *         {}
 *       ],
 *       "b": []
 *     }
 */
export class PrettyJson {
  #depth = 0;
  /** The last byte opened an object or array, which closes on the same line if it is empty. */
  #hasOpened = false;
  #inString = false;
  #isEscaped = false;

  /**
   * Continues the text: reads `source` from `start` and writes to `target` from `at`, until the source ends or the
   * target may have no room for the next line. An empty target must have room for the deepest line.
   */
  print(source: Uint8Array, start: number, target: Uint8Array, at: number): Progress {
    let read = start;
    let written = at;
    while (read < source.length) {
      if (this.#inString) {
        const end = this.#stringEnd(source, read, Math.min(source.length, read + target.length - written));
        if (end === read) break;
        written = copy(source, read, end, target, written);
        read = end;
        continue;
      }
      if (written + 2 * this.#depth + 3 > target.length) break;
      written = this.#token(source[read++]!, target, written);
    }
    return { read, written };
  }

  /** The end of the string that continues at `start`, with its closing quote; at most `limit`. */
  #stringEnd(source: Uint8Array, start: number, limit: number): number {
    let isEscaped = this.#isEscaped;
    let at = start;
    while (at < limit) {
      const byte = source[at++];
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) {
        this.#inString = false;
        break;
      }
    }
    this.#isEscaped = isEscaped;
    return at;
  }

  /** Writes a byte outside of strings. */
  #token(byte: number, target: Uint8Array, at: number): number {
    let written = at;
    if (byte === comma) {
      target[written++] = comma;
      return newLine(target, written, this.#depth);
    }
    if (byte === colon) {
      target[written++] = colon;
      target[written++] = space;
      return written;
    }
    if (byte === closingBrace || byte === closingBracket) {
      this.#depth--;
      if (!this.#hasOpened) written = newLine(target, written, this.#depth);
      this.#hasOpened = false;
      target[written++] = byte;
      return written;
    }
    // Of all bytes outside of strings only those of white space are so small.
    if (byte <= space) return written;
    if (this.#hasOpened) written = newLine(target, written, this.#depth);
    this.#hasOpened = byte === openingBrace || byte === openingBracket;
    if (this.#hasOpened) this.#depth++;
    else if (byte === quote) this.#inString = true;
    target[written++] = byte;
    return written;
  }
}

function newLine(target: Uint8Array, at: number, depth: number): number {
  let written = at;
  target[written++] = lineFeed;
  for (const end = written + 2 * depth; written < end; ) target[written++] = space;
  return written;
}

function copy(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): number {
  if (end - start >= minBulkCopy) {
    target.set(source.subarray(start, end), at);
    return at + end - start;
  }
  let written = at;
  for (let read = start; read < end; read++) target[written++] = source[read]!;
  return written;
}

/** Indents a small text at once. */
export function prettyJson(json: Uint8Array): Buffer {
  const printer = new PrettyJson();
  const parts: Buffer[] = [];
  for (let from = 0; from < json.length || parts.length === 0; ) {
    // Room for the deepest line: depth is limited by maxDepth, and by the length of the text.
    const target = Buffer.allocUnsafe(2 * json.length + 4_096);
    const { read, written } = printer.print(json, from, target, 0);
    parts.push(target.subarray(0, written));
    from = read;
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}
