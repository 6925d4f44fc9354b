import { type Format, parseQuantityText, powerOfTen, QuantityError } from './quantity-text.ts';

export { QuantityError };

/** By power of ten. */
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
 * An exact amount: memory, CPU, a count. Immutable. The value is mantissa × 10^exponent, with an exponent of at least
 * -9 (nano); the format is the family of suffixes that the client used.
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
    const { mantissa, exponent, format, isKept } = parseQuantityText(text);
    const quantity = new Quantity(mantissa, exponent, format);
    if (isKept) quantity.#text = text;
    return quantity;
  }

  /** From a whole number: `of(2n ** 30n, 'BinarySI')` is 1Gi. */
  static of(value: bigint, format: Format = 'DecimalSI'): Quantity {
    return new Quantity(value, 0, format);
  }

  get format(): Format {
    return this.#format;
  }

  /**
   * The canonical text, with the greatest suffix of the family that leaves a whole number:
   *
   *     1024Ki → 1Mi    1.5Gi → 1536Mi    0.1 → 100m    1000m → 1    1e4 → 10e3
   *
   * What was read with that suffix stays as it was written: 1E3.
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

  /** The sum has the format of this quantity, or of the other one when this is zero. */
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

  /** In whole units, rounded away from zero. */
  value(): bigint {
    return this.#roundedTo(0);
  }

  /** In thousandths, rounded away from zero. */
  milliValue(): bigint {
    return this.#roundedTo(-3);
  }

  /** Rounds away from zero to thousandths, the precision of resource amounts. */
  roundUpToMilli(): Quantity {
    return this.#exponent >= -3 ? this : new Quantity(this.#roundedTo(-3), -3, this.#format);
  }

  /** The mantissa that goes with a smaller exponent. */
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
      // Less than one Ki is printed in decimal, as are fractions, which binary suffixes would have to round.
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
    // There is no suffix beyond E: the zeros stay in the number.
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

/** Throws QuantityError, whose message is the API's. */
export function parseQuantity(text: string): Quantity {
  return Quantity.parse(text);
}

/** A number is read as its decimal text: `cpu: 0.5` is 500m. Blanks around a text are ignored. */
export function quantityFromJson(value: string | number | bigint): Quantity {
  return Quantity.parse(typeof value === 'string' ? value.trim() : String(value).replace('+', ''));
}

/**
 * Up to three digits and a suffix are canonical already: `100m`, `64Mi`. It takes three trailing zeros to reach the
 * next suffix. Ei is left out, as its amounts may exceed the maximum.
 */
const canonical = /^(?:0|-?[1-9][0-9]{0,2}(?:[numkMGTPE]|[KMGTP]i)?)$/;

/** Throws as parseQuantity does. */
export function canonicalQuantity(text: string): string {
  return canonical.test(text) ? text : Quantity.parse(text).toString();
}
