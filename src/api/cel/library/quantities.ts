import { expressionTypes } from '../../meta/dialect.ts';
import { QuantityError } from '../../values/quantity.ts';
import { parseQuantityText } from '../../values/quantity-text.ts';
import type { FunctionDeclaration, Implementation } from '../types/overloads.ts';
import { boolType, doubleType, intType, opaqueType, stringType } from '../types/types.ts';
import { CelError, OpaqueValue } from '../values/value.ts';
import { declare, method, plain, traversal } from './declare.ts';

export const quantityType = opaqueType(`${expressionTypes}.Quantity`);

const maxInt = 2n ** 63n - 1n;

/** An amount: mantissa × 10^exponent. */
class QuantityValue extends OpaqueValue {
  readonly typeName = `${expressionTypes}.Quantity`;
  readonly mantissa: bigint;
  readonly exponent: number;
  /** Whether it is kept as 64 bits and a power of ten: others have no form as an integer. */
  readonly isSmall: boolean;

  constructor(mantissa: bigint, exponent: number, isSmall: boolean) {
    super();
    this.mantissa = mantissa;
    this.exponent = exponent;
    this.isSmall = isSmall && mantissa <= maxInt && mantissa >= -maxInt - 1n;
  }

  equals(other: OpaqueValue): boolean {
    return this.compare(other as QuantityValue) === 0;
  }

  compare(other: QuantityValue): number {
    const least = Math.min(this.exponent, other.exponent);
    const [mine, theirs] = [this.#scaled(least), other.#scaled(least)];
    return mine === theirs ? 0 : mine < theirs ? -1 : 1;
  }

  plus(other: QuantityValue, sign: 1n | -1n): QuantityValue {
    const least = Math.min(this.exponent, other.exponent);
    const sum = this.#scaled(least) + sign * other.#scaled(least);
    return new QuantityValue(sum, least, this.isSmall && other.isSmall);
  }

  /** Undefined for what is no integer of 64 bits. */
  integer(): bigint | undefined {
    if (!this.isSmall || this.exponent < 0) return undefined;
    const value = this.#scaled(0);
    return value <= maxInt && value >= -maxInt - 1n ? value : undefined;
  }

  approximate(): number {
    if (this.isSmall) return Number(this.mantissa) * 10 ** this.exponent;
    // Others are kept in billionths.
    return Number(this.#scaled(-9)) * 1e-9;
  }

  #scaled(exponent: number): bigint {
    return this.mantissa * 10n ** BigInt(this.exponent - exponent);
  }
}

/** Digits of a number that is kept as 64 bits. */
const smallDigits = 18;

/** Throws CelError. */
function quantityOf(text: string): QuantityValue {
  try {
    const { mantissa, exponent } = parseQuantityText(text);
    const [, whole = '', fraction = '', suffix = ''] =
      /^[+-]?0*(\d*)\.?(\d*?)0*([a-zA-Z].*)?$/.exec(text) ?? [];
    const binary = /^[KMGTPE]i$/.test(suffix);
    const bits = binary ? 10 * ('KMGTPE'.indexOf(suffix[0]!) + 1) : 0;
    const room = binary
      ? fraction === ''
        ? 15 - Math.max(whole.length, 1) - Math.trunc((bits * 3) / 10) - 1
        : -1
      : smallDigits - whole.length - fraction.length;
    return new QuantityValue(mantissa, exponent, room >= 0 && exponent >= -9);
  } catch (error) {
    if (error instanceof QuantityError) throw new CelError(error.message);
    throw error;
  }
}

const quantity = (value: unknown): QuantityValue =>
  typeof value === 'bigint' ? new QuantityValue(value, 0, true) : (value as QuantityValue);

const isQuantity: Implementation = ([text]) => {
  try {
    quantityOf(text as string);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
};

const asInteger: Implementation = ([value]) => {
  const integer = quantity(value).integer();
  if (integer === undefined) throw new CelError('cannot convert value to integer');
  return integer;
};

const sign: Implementation = ([value]) => BigInt(quantity(value).compare(quantity(0n)));
const sum =
  (by: 1n | -1n): Implementation =>
  ([a, b]) =>
    quantity(a).plus(quantity(b), by);
const order =
  (isSo: (order: number) => boolean): Implementation =>
  ([a, b]) =>
    isSo(quantity(a).compare(quantity(b)));

const both = [quantityType, quantityType];

export const quantities: readonly FunctionDeclaration[] = [
  declare(
    'quantity',
    plain([stringType], quantityType, ([text]) => quantityOf(text as string), traversal()),
  ),
  declare('isQuantity', plain([stringType], boolType, isQuantity, traversal())),
  declare('sign', plain([quantityType], intType, sign)),
  declare(
    'isGreaterThan',
    method(
      both,
      boolType,
      order((found) => found > 0),
    ),
  ),
  declare(
    'isLessThan',
    method(
      both,
      boolType,
      order((found) => found < 0),
    ),
  ),
  declare(
    'compareTo',
    method(both, intType, ([a, b]) => BigInt(quantity(a).compare(quantity(b)))),
  ),
  declare(
    'asApproximateFloat',
    method([quantityType], doubleType, ([value]) => quantity(value).approximate()),
  ),
  declare('asInteger', method([quantityType], intType, asInteger)),
  declare(
    'isInteger',
    method([quantityType], boolType, ([value]) => quantity(value).integer() !== undefined),
  ),
  declare('add', method(both, quantityType, sum(1n)), method([quantityType, intType], quantityType, sum(1n))),
  declare(
    'sub',
    method(both, quantityType, sum(-1n)),
    method([quantityType, intType], quantityType, sum(-1n)),
  ),
];
