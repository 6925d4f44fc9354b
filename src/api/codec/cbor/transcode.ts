import { parseOwnJson } from '../json.ts';
import { major, selfDescribed, simple } from './cbor.ts';
import { CborItems } from './items.ts';

const sign = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  backslash: 0x5c,
  openList: 0x5b,
  closeList: 0x5d,
  openMap: 0x7b,
  closeMap: 0x7d,
  lineFeed: 0x0a,
  true: 0x74,
  false: 0x66,
  null: 0x6e,
  u: 0x75,
  minus: 0x2d,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
} as const;

/** Digits that a double holds, whatever they are: those of a decimal, divided by its power of ten, make the nearest double. */
const exactDigits = 15;
const powers = Array.from({ length: exactDigits + 1 }, (_, power) => 10 ** power);

/** Signs behind a backslash, but for those that are written as a number. */
const escapes: ReadonlyMap<number, number> = new Map(
  [...'"\\/bfnrt'].map((name) => [name.charCodeAt(0), (JSON.parse(`"\\${name}"`) as string).charCodeAt(0)]),
);

/**
 * A text of JSON that this server wrote as a document of CBOR, the same as `encodeCbor` makes of its value. No values are
 * made: an object as large as may be takes some milliseconds, where parsing and writing it takes a hundred.
 */
export const cborOfJson = (text: Buffer): Buffer =>
  Buffer.concat([...new Transcoder(text).pieces(Number.POSITIVE_INFINITY)]);

/** The same in pieces of about so many bytes: others may run in between. */
export const cborPiecesOfJson = (text: Buffer, length: number): Generator<Buffer> =>
  new Transcoder(text).pieces(length);

class Transcoder {
  readonly #text: Buffer;
  readonly #items: CborItems;
  #at = 0;
  /** The text again, one character a byte, made for the first number that needs it. */
  #characters: string | undefined;
  /** Room for texts without their escapes. */
  #scratch: Buffer | undefined;

  constructor(text: Buffer) {
    this.#text = text;
    this.#items = new CborItems(Math.max(64, text.length));
  }

  *pieces(length: number): Generator<Buffer> {
    const text = this.#text;
    const counts = elementCounts(text);
    let container = 0;
    this.#items.head(major.tag, selfDescribed);
    while (this.#at < text.length) {
      const byte = text[this.#at]!;
      if (byte === sign.quote) this.#string();
      else if (isBetween(byte)) this.#at++;
      else if (byte === sign.openMap || byte === sign.openList) {
        this.#items.head(byte === sign.openMap ? major.map : major.array, counts[container++]!);
        this.#at++;
      } else if (byte === sign.true) this.#word('true', simple.true);
      else if (byte === sign.false) this.#word('false', simple.false);
      else if (byte === sign.null) this.#word('null', simple.null);
      else this.#number();
      if (this.#items.length >= length) yield this.#items.taken();
    }
    yield this.#items.taken();
  }

  #word(word: string, value: number): void {
    this.#items.simple(value);
    this.#at += word.length;
  }

  #string(): void {
    const text = this.#text;
    const from = this.#at + 1;
    let at = from;
    let hasEscapes = false;
    for (; text[at] !== sign.quote; at++) {
      if (text[at] !== sign.backslash) continue;
      hasEscapes = true;
      at++;
    }
    this.#at = at + 1;
    if (hasEscapes) this.#escaped(from, at);
    else this.#items.slice(text, from, at);
  }

  #escaped(from: number, to: number): void {
    const text = this.#text;
    const scratch = (this.#scratch ??= Buffer.allocUnsafe(text.length));
    let length = 0;
    for (let at = from; at < to; at++) {
      let byte: number | undefined = text[at]!;
      if (byte === sign.backslash) {
        byte = escapes.get(text[++at]!) ?? controlAt(text, at);
        if (byte === undefined)
          return this.#items.text(JSON.parse(text.toString('utf8', from - 1, to + 1)) as string);
        if (text[at] === sign.u) at += 4;
      }
      scratch[length++] = byte;
    }
    this.#items.slice(scratch, 0, length);
  }

  #number(): void {
    const text = this.#text;
    const from = this.#at;
    const isNegative = text[from] === sign.minus;
    let at = isNegative ? from + 1 : from;
    let digits = 0;
    let value = 0;
    /** Digits behind the point; -1 before there is one. */
    let decimals = -1;
    for (let byte = text[at]!; ; byte = text[++at]!) {
      if (byte >= sign.zero && byte <= sign.nine) {
        value = value * 10 + byte - sign.zero;
        digits++;
        if (decimals >= 0) decimals++;
      } else if (byte === sign.point) decimals = 0;
      else break;
    }
    const isShort = digits <= exactDigits && (at === text.length || isBetween(text[at]!));
    while (at < text.length && !isBetween(text[at]!)) at++;
    this.#at = at;
    if (!isShort) return this.#longNumber(from, at);
    const size = decimals > 0 ? value / powers[decimals]! : value;
    this.#items.number(isNegative ? -size : size);
  }

  #longNumber(from: number, to: number): void {
    this.#characters ??= this.#text.toString('latin1');
    const digits = this.#characters.slice(from, to);
    const exact = digits.length <= exactDigits ? Number(digits) : (parseOwnJson(digits) as number | bigint);
    if (typeof exact === 'bigint') this.#items.integer(exact);
    else this.#items.number(exact);
  }
}

/** Whether a byte stands between values. */
const isBetween = (byte: number): boolean =>
  byte === sign.comma ||
  byte === sign.colon ||
  byte === sign.closeMap ||
  byte === sign.closeList ||
  byte === sign.lineFeed;

/** The ASCII character that is written as its number, `u001f`. */
function controlAt(text: Buffer, at: number): number | undefined {
  const code = Number(`0x${text.toString('latin1', at + 1, at + 5)}`);
  return text[at] === sign.u && code < 0x80 ? code : undefined;
}

/** Numbers of the members of maps and of the items of lists, in the order in which these begin. */
function elementCounts(text: Buffer): readonly number[] {
  const counts: number[] = [];
  const open: number[] = [];
  let innermost = -1;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!;
    if (byte === sign.quote) at = endOfString(text, at) - 1;
    else if (byte === sign.comma) counts[innermost]!++;
    else if (byte === sign.openMap || byte === sign.openList) {
      open.push(innermost);
      innermost = counts.length;
      const next = text[at + 1];
      counts.push(next === sign.closeMap || next === sign.closeList ? 0 : 1);
    } else if (byte === sign.closeMap || byte === sign.closeList) innermost = open.pop()!;
  }
  return counts;
}

/** The place behind a text that begins with a quote. */
function endOfString(text: Buffer, from: number): number {
  let at = from + 1;
  for (; text[at] !== sign.quote; at++) if (text[at] === sign.backslash) at++;
  return at + 1;
}
