/** Numbers of 16 bits: a sign, five bits of an exponent, ten of a fraction. */

const single = new DataView(new ArrayBuffer(4));

/** Bits of the fraction of a single that a half does not have. */
const lostBits = 13;

/**
 * The bits of a number as a half, by those that it has as a single; -1 where it would lose something. A list may have
 * hundreds of thousands of them.
 */
export function halfBits(value: number): number {
  if (Math.fround(value) !== value) return -1;
  single.setFloat32(0, value);
  const bits = single.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 127;
  const fraction = bits & 0x7f_ffff;
  if (exponent === -127 && fraction === 0) return sign;
  if (exponent > 15 || exponent < -24) return -1;
  if (exponent >= -14) {
    const isExact = (fraction & ((1 << lostBits) - 1)) === 0;
    return isExact ? sign | ((exponent + 15) << 10) | (fraction >>> lostBits) : -1;
  }
  // Below the smallest normal half its first bit, too, is one of the fraction.
  const shift = lostBits - 14 - exponent;
  const whole = fraction | 0x80_0000;
  return (whole & ((1 << shift) - 1)) === 0 ? sign | (whole >>> shift) : -1;
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
