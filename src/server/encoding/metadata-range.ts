import { EncodingCache } from '../../registry/conversion/encoding-cache.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';

const quote = 0x22;
const backslash = 0x5c;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/** Length of `"metadata":`, which the items of lists begin with. */
const keyLength = '"metadata":'.length;

/** Positions of the metadata in the bytes of entries: answers with nothing else of the object copy them. */
export class MetadataRanges {
  readonly #ends = new EncodingCache<number>();

  /** The metadata, braces included: a view of the entry's bytes. */
  of(entry: CacheEntry): Buffer {
    return entry.json.subarray(this.start(entry), this.end(entry));
  }

  start({ itemStart }: CacheEntry): number {
    return itemStart + keyLength;
  }

  end(entry: CacheEntry): number {
    let end = this.#ends.get(entry);
    if (end === undefined) {
      end = objectEnd(entry.json, this.start(entry));
      this.#ends.set(entry, end);
    }
    return end;
  }
}

/** Behind the closing brace of the JSON object that begins at a position. */
export function objectEnd(json: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at++) {
    const byte = json[at];
    if (byte === quote) at = stringEnd(json, at + 1);
    else if (byte === openingBrace) depth++;
    else if (byte === closingBrace && --depth === 0) return at + 1;
  }
  throw new Error('an object without an end');
}

/** The closing quote of the string whose content begins at a position. */
function stringEnd(json: Buffer, start: number): number {
  let end = json.indexOf(quote, start);
  while (isEscaped(json, end)) end = json.indexOf(quote, end + 1);
  return end;
}

/** An odd number of backslashes stands before the position. */
function isEscaped(json: Buffer, position: number): boolean {
  let at = position;
  while (json[at - 1] === backslash) at--;
  return (position - at) % 2 === 1;
}
