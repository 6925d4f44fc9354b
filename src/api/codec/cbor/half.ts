/** Numbers of 16 bits: a sign, five bits of an exponent, ten of a fraction. */

const largestHalf = 65_504;
const smallestNormalHalf = 2 ** -14;
/** The distance of the halves next to zero. */
const halfUnit = 2 ** -24;

/** Whether a number loses nothing with ten bits after its first one. */
export function isHalf(value: number): boolean {
  const size = Math.abs(value);
  if (size === 0) return true;
  if (size > largestHalf) return false;
  const unit = size < smallestNormalHalf ? halfUnit : 2 ** (Math.floor(Math.log2(size)) - 10);
  return Number.isInteger(size / unit);
}

/** The bits of a number that is a half. */
export function halfBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size < smallestNormalHalf) return sign | (size / halfUnit);
  const exponent = Math.floor(Math.log2(size));
  return sign | ((exponent + 15) << 10) | ((size / 2 ** exponent - 1) * 1024);
}

/** The number of 16 bits. */
export function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
