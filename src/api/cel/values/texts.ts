import { CelError } from './value.ts';

/** `1.5`, `1e+07`, `+Inf`: a double as it is printed. */
export function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  if (value === 0) return '0';
  const [digits, exponent] = value.toExponential().split('e') as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < 6) return plainText(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** A number without an exponent. */
function plainText(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** A double with so many decimals, halves to the even digit. */
export function fixedText(value: number, decimals: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n) - 1075;
  const mantissa =
    exponent === -1075 ? (bits & (2n ** 52n - 1n)) << 1n : (bits & (2n ** 52n - 1n)) | (2n ** 52n);
  const scaled = mantissa * 10n ** BigInt(decimals);
  const whole = exponent >= 0 ? scaled << BigInt(exponent) : halfEven(scaled, BigInt(-exponent));
  const digits = String(whole).padStart(decimals + 1, '0');
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const point = digits.length - decimals;
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

function halfEven(value: bigint, shift: bigint): bigint {
  const whole = value >> shift;
  const rest = value - (whole << shift);
  const half = 1n << (shift - 1n);
  return rest > half || (rest === half && whole % 2n === 1n) ? whole + 1n : whole;
}

/** Bytes as a text. Throws CelError for what is none. */
export function textOfBytes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
  if (text.includes('\ufffd') && !Buffer.from(text).equals(Buffer.from(bytes))) {
    throw new CelError('invalid UTF-8 in bytes, cannot convert to string');
  }
  return text;
}

/** Code points, which are what expressions count. */
export const characters = (text: string): readonly string[] => Array.from(text);

export const hasPairs = (text: string): boolean => /[\ud800-\udbff]/.test(text);
