import type { DecodeBudget } from '../decode-budget.ts';
import { DecodeError } from '../json.ts';

/** How the bytes of a field are laid out: the low three bits of its tag. */
export const wireType = {
  varint: 0,
  fixed64: 1,
  delimited: 2,
  startGroup: 3,
  endGroup: 4,
  fixed32: 5,
} as const;

/**
 * How deep messages may lie in each other. Definitions that do not contain themselves stay below 20; the others
 * would let a body of a few kilobytes end the process, for a level of messages is some frames of the stack.
 */
export const maxMessageDepth = 500;

/**
 * Reads one message after the other out of bytes of a client. It throws DecodeError, and RequestEntityTooLarge when the
 * budget is spent; nothing else, whatever the bytes are.
 *
 *     while (reader.next()) {
 *       if (reader.number === 1) name = reader.string();
 *       else reader.skip();
 *     }
 *
 * A message within a message lies between `enter` and `leave`; meanwhile `next` stops at its end.
 */
export class MessageReader {
  /** Of the field that `next` has come to. */
  number = 0;
  wire = 0;
  /** Undefined for bytes of our own. */
  readonly budget: DecodeBudget | undefined;
  readonly #bytes: Buffer;
  #at = 0;
  #end: number;
  #depth = 0;
  /** The halves of the varint read last: 64 bits do not fit into a number. */
  #low = 0;
  #high = 0;

  /** `budget`: what the bytes of a client may become. Each field costs; RequestEntityTooLarge is thrown when it is spent. */
  constructor(bytes: Uint8Array, budget?: DecodeBudget) {
    this.budget = budget;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#end = bytes.length;
  }

  /** Goes on to the next field of the message; false at its end. */
  next(): boolean {
    if (this.#at === this.#end) return false;
    this.budget?.spend(1);
    this.#varint();
    this.number = (this.#high << 29) | (this.#low >>> 3);
    this.wire = this.#low & 7;
    if (this.number <= 0) throw new DecodeError(`proto: illegal tag ${this.number} (wire type ${this.wire})`);
    return true;
  }

  /** Whether the message, or what else was entered, has been read to its end. */
  get done(): boolean {
    return this.#at === this.#end;
  }

  /** Throws unless the field is laid out so. */
  expect(wire: number): void {
    if (this.wire === wire) return;
    throw new DecodeError(`proto: wrong wireType = ${this.wire} for field number ${this.number}`);
  }

  /** Goes into the message that the field holds. Returns what `leave` wants to know. */
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

  /** A bigint where a number would not be exact. */
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

  /** Bytes that are no UTF-8 become U+FFFD, as they do in a body of JSON. */
  string(): string {
    const length = this.#length();
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }

  /** A view, not a copy. */
  bytes(): Buffer {
    const length = this.#length();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** Passes over the field, whatever it holds. Groups are counted, not descended into. */
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

  /** Of a string, of bytes or of a message: the field has to be one of these, and to be all there. */
  #length(): number {
    this.expect(wireType.delimited);
    this.#varint();
    const length = (this.#high >>> 0) * 0x1_0000_0000 + (this.#low >>> 0);
    this.#need(length);
    return length;
  }

  /** Seven bits a byte, the lowest first, the top bit set on all but the last: 300 is ac 02. */
  #varint(): void {
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
