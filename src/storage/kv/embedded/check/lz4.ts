/**
 * The value of a record as the library compresses it: a head that says how large it is, and an LZ4 block. A head begins
 * with 254 or 255; what begins with less is not compressed. The library itself prints to stderr what it cannot
 * decompress, and so is not asked about what may be damaged. Undefined when the block is no LZ4, or of another size.
 */
export function decompress(stored: Buffer, maxSize: number): Buffer | undefined {
  const mark = stored[0] ?? 0;
  if (mark < 254) return stored;
  const head = mark === 254 ? 4 : 8;
  if (stored.length < head) return undefined;
  const size = mark === 254 ? stored.readUIntBE(1, 3) : stored.readUInt32BE(4);
  if (size > maxSize) return undefined;
  const target = Buffer.allocUnsafe(size);
  return decode(stored, head, target) ? target : undefined;
}

/** The dictionary that values are compressed with, as if it stood before each of them: bytes of zero. */
const dictionarySize = 8;
const minMatch = 4;

/**
 * A block is a row of sequences: a byte with the number of literals and the length of a match, more bytes where four bits
 * did not suffice for the first, the literals, how far back the match begins, more bytes of its length. The last
 * sequence has no match.
 */
function decode(source: Buffer, from: number, target: Buffer): boolean {
  let at = from;
  let to = 0;
  /** Adds bytes of a length up to the first that is not 255. */
  const extended = (length: number): number => {
    if (length !== 15) return length;
    let sum = length;
    for (;;) {
      const byte = source[at++];
      if (byte === undefined) return Number.POSITIVE_INFINITY;
      sum += byte;
      if (byte !== 255) return sum;
    }
  };
  while (at < source.length) {
    const token = source[at++]!;
    const literals = extended(token >>> 4);
    if (at + literals > source.length || to + literals > target.length) return false;
    copy(source, at, target, to, literals);
    at += literals;
    to += literals;
    if (at === source.length) return to === target.length;
    if (at + 2 > source.length) return false;
    const distance = source.readUInt16LE(at);
    at += 2;
    const length = extended(token & 15) + minMatch;
    if (distance === 0 || distance > to + dictionarySize || to + length > target.length) return false;
    copyMatch(target, to, distance, length);
    to += length;
  }
  return false;
}

/** A match may reach into what it makes: "a" and a match of 5 at distance 1 are "aaaaaa". */
function copyMatch(target: Buffer, to: number, distance: number, length: number): void {
  if (distance <= to && distance >= length) {
    copy(target, to - distance, target, to, length);
    return;
  }
  for (let at = to; at < to + length; at++) target[at] = at < distance ? 0 : target[at - distance]!;
}

/** A call costs more than some bytes one by one do. */
function copy(source: Buffer, from: number, target: Buffer, to: number, length: number): void {
  if (length > 64) {
    target.set(source.subarray(from, from + length), to);
    return;
  }
  for (let at = 0; at < length; at++) target[to + at] = source[from + at]!;
}
