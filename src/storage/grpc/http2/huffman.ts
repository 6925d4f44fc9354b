/**
 * Reads the Huffman code of HPACK (RFC 7541, appendix B). It is a canonical code: the length of each symbol's code
 * says what the codes are, those of one length counting up in the order of the symbols, shorter ones first. Peers
 * choose it for texts that it makes shorter.
 */

/** Bits of the codes of the 256 bytes and of the end of a text: `length` times `number of symbols in a row`. */
const lengths = unfolded(
  ...['13 23 28*7 24 30 28*2 30 28*8 30 28*9', '6 10*2 12 13 6 8 11 10*2 8 11 8 6*3 5*3 6*7 7 8 15 6 12 10'],
  ...[
    '13 6 7*22 8 7 8 13 19 13 14 6 15 5 6 5 6 5 6*3 5 7*2 6*3 5 6 7 6 5*2 6 7*5 15 11 14 13 28',
    '20 22 20*2',
  ],
  ...[
    '22*3 23 22 23*5 24 23 24*2 22 23 24 23*4 21 22 23 22 23*2 24 22 21 20 22*2 23*2 21 23 22*2 24 21 22 23*2',
  ],
  ...[
    '21*2 22 21 23 22 23*2 20 22*3 23 22*2 23 26*2 20 19 22 23 22 25 26*3 27*2 26 24 25 19 21 26 27*2 26 27',
  ],
  ...['24 21*2 26*2 28 27*3 20 24 20 21 22 21*2 23 22*2 25*2 24*2 26 23 26 27 26*2 27*5 28 27*5 26', '30'],
);
const endOfText = 256;
const longest = 30;

/** For each length of a code: the first one, and where its symbol stands in `symbols`. */
const firstCode = new Int32Array(longest + 2);
const firstSymbol = new Int32Array(longest + 2);
const symbols = symbolsInOrder();

/** The text of the bytes, each a character. Undefined for what is no such code. */
export function huffmanDecoded(bytes: Uint8Array): string | undefined {
  let text = '';
  let code = 0;
  let length = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1);
      length++;
      const place = code - firstCode[length]!;
      if (place >= firstSymbol[length + 1]! - firstSymbol[length]!) continue;
      const symbol = symbols[firstSymbol[length]! + place]!;
      if (symbol === endOfText) return undefined;
      text += String.fromCharCode(symbol);
      code = 0;
      length = 0;
    }
  }
  // What fills the last byte is the beginning of the end: ones, fewer than eight.
  return length < 8 && code === 2 ** length - 1 ? text : undefined;
}

/** Fills the tables by length on its way. */
function symbolsInOrder(): number[] {
  const ordered: number[] = [];
  let code = 0;
  for (let length = 1; length <= longest; length++) {
    code *= 2;
    firstCode[length] = code;
    firstSymbol[length] = ordered.length;
    for (const [symbol, bits] of lengths.entries()) if (bits === length) ordered.push(symbol);
    code += ordered.length - firstSymbol[length]!;
  }
  firstSymbol[longest + 1] = ordered.length;
  return ordered;
}

function unfolded(...rows: string[]): number[] {
  return rows
    .flatMap((row) => row.split(' '))
    .flatMap((part) => {
      const [length, times = '1'] = part.split('*');
      return Array.from({ length: Number(times) }, () => Number(length));
    });
}
