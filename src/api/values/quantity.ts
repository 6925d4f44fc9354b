import { type Format, parseQuantityText, powerOfTen, QuantityError } from './quantity-text.ts';

export { QuantityError };

/** The powers of ten that have a letter, and the one that needs none. */
const decimalSuffixes: ReadonlyMap<number, string> = new Map([
  [-9, 'n'],
  [-6, 'u'],
  [-3, 'm'],
  [0, ''],
  [3, 'k'],
  [6, 'M'],
  [9, 'G'],
  [12, 'T'],
  [15, 'P'],
  [18, 'E'],
]);

const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/**
 * An exact amount: memory, CPU, a count. Immutable. The value is mantissa × 10^exponent with the exponent at least
 * -9, for nothing is finer than a nano; the format is the family of suffixes that the client used and gets back.
 */
export class Quantity {
  readonly #mantissa: bigint;
  readonly #exponent: number;
  readonly #format: Format;
  #text: string | undefined;

  private constructor(mantissa: bigint, exponent: number, format: Format) {
    this.#mantissa = mantissa;
    this.#exponent = exponent;
    this.#format = format;
  }

  static readonly zero = new Quantity(0n, 0, 'DecimalSI');

  /** Throws QuantityError, whose message is the API's. */
  static parse(text: string): Quantity {
    const { mantissa, exponent, format } = parseQuantityText(text);
    return new Quantity(mantissa, exponent, format);
  }

  /** A whole number of the unit: `of(2n ** 30n, 'BinarySI')` is 1Gi. */
  static of(value: bigint, format: Format = 'DecimalSI'): Quantity {
    return new Quantity(value, 0, format);
  }

  get format(): Format {
    return this.#format;
  }

  /**
   * The canonical text: the greatest suffix of the family that leaves a whole number.
   *
   *     1024Ki → 1Mi    1.5Gi → 1536Mi    0.1 → 100m    1000m → 1    1e4 → 10e3
   */
  toString(): string {
    this.#text ??= this.#print();
    return this.#text;
  }

  toJSON(): string {
    return this.toString();
  }

  isZero(): boolean {
    return this.#mantissa === 0n;
  }

  sign(): -1 | 0 | 1 {
    return this.#mantissa === 0n ? 0 : this.#mantissa < 0n ? -1 : 1;
  }

  compare(other: Quantity): -1 | 0 | 1 {
    const least = Math.min(this.#exponent, other.#exponent);
    const [mine, theirs] = [this.#scaled(least), other.#scaled(least)];
    return mine === theirs ? 0 : mine < theirs ? -1 : 1;
  }

  /** The sum, in this one's format; in the other's when this is zero. */
  add(other: Quantity): Quantity {
    const least = Math.min(this.#exponent, other.#exponent);
    const format = this.isZero() ? other.#format : this.#format;
    return new Quantity(this.#scaled(least) + other.#scaled(least), least, format);
  }

  subtract(other: Quantity): Quantity {
    return this.add(other.negate());
  }

  negate(): Quantity {
    return new Quantity(-this.#mantissa, this.#exponent, this.#format);
  }

  isInteger(): boolean {
    return this.#exponent >= 0 || this.#mantissa % powerOfTen(-this.#exponent) === 0n;
  }

  /** In whole units, what is over rounded away from zero. */
  value(): bigint {
    return this.#roundedTo(0);
  }

  /** In thousandths, what is over rounded away from zero: `value` of CPU. */
  milliValue(): bigint {
    return this.#roundedTo(-3);
  }

  /** What is finer than a thousandth rounded away from zero: resources are kept no finer. */
  roundUpToMilli(): Quantity {
    return this.#exponent >= -3 ? this : new Quantity(this.#roundedTo(-3), -3, this.#format);
  }

  /** The mantissa for a smaller exponent. */
  #scaled(exponent: number): bigint {
    return this.#mantissa * powerOfTen(this.#exponent - exponent);
  }

  #roundedTo(exponent: number): bigint {
    if (this.#exponent >= exponent) return this.#scaled(exponent);
    const divisor = powerOfTen(exponent - this.#exponent);
    const whole = this.#mantissa / divisor;
    return this.#mantissa % divisor === 0n ? whole : whole + BigInt(this.sign());
  }

  #print(): string {
    if (this.isZero()) return '0';
    if (this.#format === 'BinarySI' && this.isInteger()) {
      const value = this.value();
      // Less than one Ki, and what binary suffixes would have to round, is shown in decimal.
      if (value >= 1024n || value <= -1024n) return printBinary(value);
    }
    return this.#printDecimal();
  }

  #printDecimal(): string {
    const digits = String(this.#mantissa);
    let end = digits.length;
    while (digits[end - 1] === '0') end--;
    const exponent = this.#exponent + digits.length - end;
    const exponential = this.#format === 'DecimalExponent';
    // Beyond E there is no letter: zeros stay in the number.
    const shown = Math.min(Math.floor(exponent / 3) * 3, exponential ? Infinity : 18);
    const number = digits.slice(0, end) + '0'.repeat(exponent - shown);
    if (!exponential) return `${number}${decimalSuffixes.get(shown)}`;
    return shown === 0 ? number : `${number}e${shown}`;
  }
}

function printBinary(value: bigint): string {
  let suffix = 0;
  while (value % 1024n === 0n && suffix < binarySuffixes.length - 1) {
    value /= 1024n;
    suffix++;
  }
  return `${value}${binarySuffixes[suffix]}`;
}

/** Reads a quantity; throws QuantityError with the message that the API gives. */
export function parseQuantity(text: string): Quantity {
  return Quantity.parse(text);
}

/** A number stands for its decimal text: `cpu: 0.5` is 500m. Around a text blanks are allowed. */
export function quantityFromJson(value: string | number | bigint): Quantity {
  return Quantity.parse(typeof value === 'string' ? value.trim() : String(value));
}

/**
 * Up to three digits and a suffix are canonical already, but for Ei that may have to be capped: `100m`, `64Mi`.
 * A trailing zero changes nothing, for it takes three of them to reach the next suffix.
 */
const canonical = /^(?:0|-?[1-9][0-9]{0,2}(?:[numkMGTPE]|[KMGTP]i)?)$/;

/** The canonical text of a text. Throws as parseQuantity does. */
export function canonicalQuantity(text: string): string {
  return canonical.test(text) ? text : Quantity.parse(text).toString();
}
