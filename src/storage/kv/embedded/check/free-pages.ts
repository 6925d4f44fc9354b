import { readNumber } from './page-format.ts';

/**
 * Checks a record of the tree of free pages: LMDB writes to pages that it names. It is a number of
 * words, and the words: a page, or less than zero and then a page: so many pages from that one on; 0 is no page. Throws
 * when a page is named that is in use, that another record names too, or that is none. `used` takes up the pages.
 */
export function addFreePages(record: Buffer, used: Uint8Array): void {
  const words = record.length < 8 ? -1 : readNumber(record, 0);
  if (words < 0 || (words + 1) * 8 > record.length) throw new Error('a record of free pages is cut off');
  let count = 1;
  for (let word = 1; word <= words; word++) {
    const value = Number(record.readBigInt64LE(word * 8));
    if (value < 0) count = -value;
    if (value <= 0) continue;
    if (count > used.length || value + count > used.length)
      throw new Error(`page ${value} is said to be free, and is none`);
    for (let page = value; page < value + count; page++) {
      if (used[page] !== 0) throw new Error(`page ${page} is said to be free, and is not`);
      used[page] = 2;
    }
    count = 1;
  }
}
