import { DecodeError } from '../json.ts';
import { maxObjectBytes, objectTooLarge } from '../object-size.ts';

/** The low three bits of a tag. */
export const wireType = {
  varint: 0,
  fixed64: 1,
  delimited: 2,
  startGroup: 3,
  endGroup: 4,
  fixed32: 5,
} as const;

/**
 * Depth to which messages may be nested. Types that are not recursive stay below 20; of the others a body of a few
 * kilobytes would overflow the stack.
 */
export const maxMessageDepth = 500;

/** No field of Protobuf has less as JSON: an item is `{},`, and an entry of a map, `"":0,`, has three fields. */
export const bytesOfField = 2;

/**
 * Reads the fields of a message. For any bytes of a client it throws only DecodeError, and RequestEntityTooLarge when
 * the values that were taken fit into no object.
 *
 *     while (reader.next()) {
 *       if (reader.number === 1) name = reader.string();
 *       else reader.skip();
 *     }
 *
 * Between `enter` and `leave` it reads a nested message, at whose end `next` stops.
 */
export class MessageReader {
  /** Number of the current field. */
  number = 0;
  /** Wire type of the current field. */
  wire = 0;
  readonly #bytes: Buffer;
  /** Bytes of JSON that the largest object has beyond what was taken. */
  #jsonBytes = maxObjectBytes;
  #at = 0;
  #end: number;
  #depth = 0;
  /** The halves of the last varint, as 64 bits do not fit into a number. */
  #low = 0;
  #high = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#end = bytes.length;
  }

  /** Goes to the next field of the message; false at its end. */
  next(): boolean {
    if (this.#at === this.#end) return false;
    this.take(bytesOfField);
    this.#varint();
    this.number = (this.#high << 29) | (this.#low >>> 3);
    this.wire = this.#low & 7;
    if (this.number <= 0) throw new DecodeError(`proto: illegal tag ${this.number} (wire type ${this.wire})`);
    return true;
  }

  /**
   * Counts bytes that a value has as JSON, at least: a field of two bytes can become an object, which takes far longer
   * to build and to check than to send.
   */
  take(jsonBytes: number): void {
    this.#jsonBytes -= jsonBytes;
    if (this.#jsonBytes < 0) throw objectTooLarge();
  }

  /** Whether the end of the message, or of whatever was entered, is reached. */
  get done(): boolean {
    return this.#at === this.#end;
  }

  /** Throws if the field has another wire type. */
  expect(wire: number): void {
    if (this.wire === wire) return;
    throw new DecodeError(`proto: wrong wireType = ${this.wire} for field number ${this.number}`);
  }

  /** Enters the message in the field. Returns the argument for `leave`. */
  enter(): number {
    const outerEnd = this.#end;
    const length = this.#length();
    if (++this.#depth > maxMessageDepth) throw new DecodeError('exceeded max depth');
    this.#end = this.#at + length;
    return outerEnd;
  }

  leave(outerEnd: number): void {
    this.#depth--;
    this.#at = this.#end;
    this.#end = outerEnd;
  }

  boolean(): boolean {
    this.#varint();
    return (this.#low | this.#high) !== 0;
  }

  int32(): number {
    this.#varint();
    return this.#low | 0;
  }

  /** A bigint if a number would not be exact. */
  int64(): number | bigint {
    this.#varint();
    const value = this.#high * 0x1_0000_0000 + (this.#low >>> 0);
    if (Number.isSafeInteger(value)) return value;
    return (BigInt(this.#high) << 32n) | BigInt(this.#low >>> 0);
  }

  double(): number {
    this.#need(8);
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  /** Invalid UTF-8 becomes U+FFFD, as in a JSON body. */
  string(): string {
    const length = this.#length();
    if (length === 0) return '';
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }

  /** A view, not a copy. */
  bytes(): Buffer {
    const length = this.#length();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** Skips the field. Not recursive for groups. */
  skip(): void {
    let groups = 0;
    for (;;) {
      if (this.wire === wireType.startGroup) groups++;
      else if (this.wire === wireType.endGroup) groups--;
      else this.#skipOne();
      if (groups < 0) throw new DecodeError('proto: unexpected end of group');
      if (groups === 0) return;
      if (!this.next()) throw truncated();
    }
  }

  #skipOne(): void {
    switch (this.wire) {
      case wireType.varint:
        this.#varint();
        break;
      case wireType.fixed64:
        this.#pass(8);
        break;
      case wireType.delimited:
        this.#pass(this.#length());
        break;
      case wireType.fixed32:
        this.#pass(4);
        break;
      default:
        throw new DecodeError(`proto: illegal wireType ${this.wire}`);
    }
  }

  #pass(count: number): void {
    this.#need(count);
    this.#at += count;
  }

  #need(count: number): void {
    if (count > this.#end - this.#at) throw truncated();
  }

  /** The length of a delimited field, all of whose bytes must be present. */
  #length(): number {
    this.expect(wireType.delimited);
    this.#varint();
    const length = (this.#high >>> 0) * 0x1_0000_0000 + (this.#low >>> 0);
    this.#need(length);
    return length;
  }

  /** Seven bits per byte, the lowest first; the top bit is set in all bytes but the last: 300 is ac 02. */
  #varint(): void {
    const first = this.#at === this.#end ? 0x80 : this.#bytes[this.#at]!;
    if (first < 0x80) {
      this.#at++;
      this.#low = first;
      this.#high = 0;
      return;
    }
    let low = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.#at === this.#end) throw truncated();
      const byte = this.#bytes[this.#at++]!;
      const bits = byte & 0x7f;
      if (shift < 32) low |= bits << shift;
      if (shift === 28) high = bits >>> 4;
      else if (shift > 28) high |= bits << (shift - 32);
      if (byte < 0x80) {
        this.#low = low;
        this.#high = high;
        return;
      }
    }
    throw new DecodeError('proto: integer overflow');
  }
}

const truncated = () => new DecodeError('unexpected EOF');
