import { goQuote } from '../../../util/quote.ts';

const minimum = -(2n ** 63n);
const max = 2n ** 63n - 1n;

/** A whole number of 64 bits from its decimal text; throws an Error with the text that clients get to see. */
export function parseInt64(text: string): bigint {
  const problem = (why: string) => new Error(`strconv.ParseInt: parsing ${goQuote(text)}: ${why}`);
  if (!/^[+-]?[0-9]+$/.test(text)) throw problem('invalid syntax');
  // Twenty digits are always out of range, unless they begin with zeros.
  const digits = text.replace(/^\+/, '').replace(/^(-?)0+(?=[0-9])/, '$1');
  const value = digits.length > 20 ? max + 1n : BigInt(digits);
  if (value < minimum || value > max) throw problem('value out of range');
  return value;
}
