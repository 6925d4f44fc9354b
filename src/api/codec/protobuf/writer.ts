/** Bytes that most objects fit into. */
const initialCapacity = 16 * 1024;

/** A larger buffer is not kept for the next message. */
const maxKeptCapacity = 1024 * 1024;

/** Up to so many characters a loop is faster than a native call. */
const shortText = 32;

/**
 * Writes a message from its end to its beginning, so that a length is known when it is written, and one pass suffices.
 * The last field is written first, and of each field its value before its tag.
 *
 *     const mark = writer.length;      Worked example: field 1 holds a message whose field 2 is "a".
 *     writer.string('a');              61, then 01 before it
 *     writer.varint(0x12);             12
 *     writer.close(mark, 0x0a);        03, then 0a: 0a 03 12 01 61
 */
export class BackwardWriter {
  #bytes: Buffer;
  /** Index at which the written bytes begin; they end with the buffer. */
  #at: number;

  /** `capacity`: initial size of the buffer. */
  constructor(capacity: number = initialCapacity) {
    this.#bytes = Buffer.allocUnsafe(capacity);
    this.#at = capacity;
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#bytes.length - this.#at;
  }

  clear(): void {
    if (this.#bytes.length > maxKeptCapacity) this.#bytes = Buffer.allocUnsafe(initialCapacity);
    this.#at = this.#bytes.length;
  }

  /** Returns a copy of the written bytes, and clears the writer. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(this.#at));
    this.clear();
    return taken;
  }

  /** Makes a delimited field of all bytes since the mark: writes their length and the tag. */
  close(mark: number, tag: number): void {
    this.varint(this.length - mark);
    this.varint(tag);
  }

  /** `value`: an integer from 0 to 2^53. */
  varint(value: number): void {
    if (value < 0x80) {
      this.#reserve(1);
      this.#bytes[--this.#at] = value;
      return;
    }
    let size = 1;
    for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++;
    this.#reserve(size);
    this.#at -= size;
    let position = this.#at;
    for (; value >= 0x80; value = Math.floor(value / 0x80)) this.#bytes[position++] = (value % 0x80) | 0x80;
    this.#bytes[position] = value;
  }

  /** An int32 or int64; negative ones of both take ten bytes. */
  integer(value: number | bigint): void {
    if (typeof value === 'number' && value >= 0) {
      this.varint(value);
      return;
    }
    const bytes: number[] = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
    this.raw(Uint8Array.from(bytes));
  }

  double(value: number): void {
    this.#reserve(8);
    this.#at -= 8;
    this.#bytes.writeDoubleLE(value, this.#at);
  }

  /** The bytes without their length. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#at -= bytes.length;
    this.#bytes.set(bytes, this.#at);
  }

  /** The bytes and their length. */
  delimited(bytes: Uint8Array): void {
    this.raw(bytes);
    this.varint(bytes.length);
  }

  /** The text as UTF-8 and its length. A lone surrogate becomes U+FFFD. */
  string(text: string): void {
    if (text.length > shortText || !this.#ascii(text)) this.#utf8(text);
  }

  /** Writes nothing and returns false if the text has other characters. */
  #ascii(text: string): boolean {
    const { length } = text;
    this.#reserve(length);
    const start = this.#at - length;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) return false;
      this.#bytes[start + index] = code;
    }
    this.#at = start;
    this.varint(length);
    return true;
  }

  #utf8(text: string): void {
    const size = Buffer.byteLength(text);
    this.#reserve(size);
    this.#at -= size;
    this.#bytes.write(text, this.#at, size);
    this.varint(size);
  }

  #reserve(size: number): void {
    if (size > this.#at) this.#grow(size);
  }

  /** Copies the written bytes to the end of a larger buffer. */
  #grow(size: number): void {
    const { length } = this;
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, length + size));
    this.#bytes.copy(grown, grown.length - length, this.#at);
    this.#at = grown.length - length;
    this.#bytes = grown;
  }
}
