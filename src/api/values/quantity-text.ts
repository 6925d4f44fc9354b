/** Families of suffixes: `k M G`, `Ki Mi Gi`, `e3 e6 e9`. */
export type Format = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** The text is not a quantity. The message is the API's. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError';
}

const wrongFormat =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const wrongNumber = 'unable to parse numeric part of quantity';
const wrongSuffix = "unable to parse quantity's suffix";

interface Suffix {
  base: 2 | 10;
  exponent: number;
  format: Format;
}

const suffixes: ReadonlyMap<string, Suffix> = new Map<string, Suffix>([
  ...['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].map((text, index): [string, Suffix] => [
    text,
    { base: 10, exponent: 3 * index - 9, format: 'DecimalSI' },
  ]),
  ...['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((text, index): [string, Suffix] => [
    text,
    { base: 2, exponent: 10 * (index + 1), format: 'BinarySI' },
  ]),
]);

/** Larger binary quantities become this one. */
const maxBinary = 2n ** 63n - 1n;

/** Greater binary amounts are always written anew. */
const maxKeptBinary = 999n;

/** The smallest power of ten that is kept. */
const nano = -9;

/**
 * Far beyond any real amount, as an int64 has 19 digits. They keep a few bytes of hostile text (`1e999999999`) from
 * becoming megabytes of digits.
 */
const maxDigits = 1000;
const maxExponent = 1000;

const smallPowers: readonly bigint[] = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent));

/** Computing a power such as 10^1000 takes as long as a hundred quantities, of which an object may have thousands. */
const largePowers = new Map<number, bigint>();
const maxLargePowers = 4 * maxExponent;

export function powerOfTen(exponent: number): bigint {
  const known = smallPowers[exponent] ?? largePowers.get(exponent);
  if (known !== undefined) return known;
  const power = 10n ** BigInt(exponent);
  if (largePowers.size < maxLargePowers) largePowers.set(exponent, power);
  return power;
}

/** The amount as mantissa × 10^exponent, exponent at least -9. */
export interface Amount {
  mantissa: bigint;
  exponent: number;
  format: Format;
  /** No other suffix is called for: the text stays as it was written, `1E3` and `+5` too. */
  isKept: boolean;
}

/** Parses `-12.5Mi`. As lenient as the API: a missing number is zero, a point without digits is accepted. */
export function parseQuantityText(text: string): Amount {
  if (text === '') throw new QuantityError(wrongFormat);
  const { negative, whole, fraction, written, suffix } = split(text);
  const { base, exponent, format } = suffixOf(suffix);
  if (whole.length + fraction.length > maxDigits) throw new QuantityError(wrongNumber);
  const digits = BigInt(whole + fraction);
  if (base === 10) {
    const amount = roundUpToNano(digits, exponent - fraction.length);
    return {
      ...signed(amount, negative),
      format,
      isKept: keepsDecimal(whole + written, exponent - written.length),
    };
  }
  const isKept = written === '' && digits <= maxKeptBinary && (digits & 7n) !== 0n;
  const amount = roundUpToNano(digits << BigInt(exponent), -fraction.length);
  const unit = powerOfTen(-amount.exponent);
  if (amount.mantissa > maxBinary * unit) {
    return { ...signed({ mantissa: maxBinary, exponent: 0 }, negative), format, isKept: false };
  }
  const small = amount.mantissa > 0n && amount.mantissa < unit;
  return { ...signed(amount, negative), format: small ? 'DecimalSI' : format, isKept };
}

/** Whether a decimal amount has a suffix that stands for a multiple of three, and digits that need no greater one. */
const keepsDecimal = (digits: string, exponent: number): boolean =>
  exponent >= nano &&
  exponent % 3 === 0 &&
  digits.length <= 18 &&
  !digits.startsWith('0') &&
  !digits.endsWith('000');

interface QuantityParts {
  negative: boolean;
  /** Digits before the point, without leading zeros; `0` when that leaves none. */
  whole: string;
  /** Digits after it, without trailing zeros. */
  fraction: string;
  /** The same, with its zeros. */
  written: string;
  suffix: string;
}

/** Linear in the length of the text. */
function split(text: string): QuantityParts {
  const signLength = text.startsWith('-') || text.startsWith('+') ? 1 : 0;
  const wholeEnd = skip(text, signLength, isDigit);
  const hasPoint = text[wholeEnd] === '.';
  const fractionEnd = hasPoint ? skip(text, wholeEnd + 1, isDigit) : wholeEnd;
  const lettersEnd = skip(text, fractionEnd, isSuffixLetter);
  const digitsStart = text[lettersEnd] === '-' || text[lettersEnd] === '+' ? lettersEnd + 1 : lettersEnd;
  if (skip(text, digitsStart, isDigit) !== text.length) throw new QuantityError(wrongFormat);
  const wholeStart = skip(text, signLength, (code) => code === 0x30);
  const written = hasPoint ? text.slice(wholeEnd + 1, fractionEnd) : '';
  return {
    negative: text.startsWith('-'),
    whole: wholeStart >= wholeEnd ? '0' : text.slice(wholeStart, wholeEnd),
    fraction: withoutTrailingZeros(written),
    written,
    suffix: text.slice(fractionEnd),
  };
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const isSuffixLetter = (code: number): boolean => 'eEinumkKMGTP'.includes(String.fromCharCode(code));

function skip(text: string, from: number, wanted: (code: number) => boolean): number {
  let at = from;
  while (at < text.length && wanted(text.charCodeAt(at))) at++;
  return at;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function suffixOf(text: string): Suffix {
  const known = suffixes.get(text);
  if (known !== undefined) return known;
  // An exponent of more digits is out of bounds.
  if (!/^[eE][-+]?[0-9]{1,18}$/.test(text)) throw new QuantityError(wrongSuffix);
  const exponent = Number(text.slice(1));
  if (exponent > maxExponent) throw new QuantityError(wrongSuffix);
  return { base: 10, exponent, format: 'DecimalExponent' };
}

/** Rounds away from zero, so that a tiny amount does not become zero. */
function roundUpToNano(mantissa: bigint, exponent: number): { mantissa: bigint; exponent: number } {
  if (mantissa === 0n) return { mantissa, exponent: 0 };
  if (exponent >= nano) return { mantissa, exponent };
  const places = nano - exponent;
  if (places > 2 * maxDigits) return { mantissa: 1n, exponent: nano };
  const divisor = powerOfTen(places);
  return { mantissa: (mantissa + divisor - 1n) / divisor, exponent: nano };
}

function signed(amount: { mantissa: bigint; exponent: number }, negative: boolean) {
  return negative ? { mantissa: -amount.mantissa, exponent: amount.exponent } : amount;
}
