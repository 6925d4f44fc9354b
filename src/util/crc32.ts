/**
 * Computes the CRC-32 of a concatenation from those of its parts, so that compressed texts can be concatenated
 * without reading them again.
 *
 * A CRC is the remainder of a division of polynomials over GF(2); appending n bytes multiplies by x^(8n). The
 * multiplications are matrices of 32 columns, one for each power of two of n.
 */

const polynomial = 0xedb88320;

type Matrix = Uint32Array;

function times(matrix: Matrix, vector: number): number {
  let sum = 0;
  for (let bit = 0, rest = vector >>> 0; rest !== 0; bit++, rest >>>= 1) {
    if (rest & 1) sum ^= matrix[bit]!;
  }
  return sum >>> 0;
}

const square = (matrix: Matrix): Matrix => matrix.map((column) => times(matrix, column));

/** powers[n] appends 2^n zero bytes. */
const powers: readonly Matrix[] = (() => {
  const oneBit = new Uint32Array(32);
  oneBit[0] = polynomial;
  for (let bit = 1; bit < 32; bit++) oneBit[bit] = 1 << (bit - 1);
  const result: Matrix[] = [square(square(square(oneBit)))];
  while (result.length < 48) result.push(square(result.at(-1)!));
  return result;
})();

/** CRC-32 of the text of `first` followed by that of `second`, which is `length` bytes long. */
export function combineCrc32(first: number, second: number, length: number): number {
  let sum = first;
  for (let power = 0, rest = length; rest > 0; power++, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) sum = times(powers[power]!, sum);
  }
  return (sum ^ second) >>> 0;
}
