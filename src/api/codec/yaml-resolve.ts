/**
 * Meanings of scalars of YAML, by the rules of the readers that Go's clients have (YAML 1.1 without what was
 * found to be a trap: a timestamp stays the text that it is, and nothing is a number to base 60).
 *
 * | text                                               | value                                                      |
 * | -------------------------------------------------- | ---------------------------------------------------------- |
 * | nothing, `~`, `null`                               | null                                                       |
 * | `true`, `yes`, `on`, `y`, and their opposites      | a boolean; also `True`, `TRUE`, but not `tRUE`             |
 * | `12`, `1_000`, `0x1f`, `0o17`, `017`, `0b11`       | an integer that 64 bits can hold, with or without a sign   |
 * | `08`, `1.5`, `.5`, `1e3`, integers beyond 64 bits  | a number, unless a double cannot hold it: `1e400` is text  |
 * | `.inf`, `-.Inf`, `.nan`                            | no number of JSON: the text is refused                     |
 * | `2024-05-01`, `22:22`, `e3`, `0x1p3`, `_1`, `1,0`  | the text itself, as of everything else                     |
 *
 * Underscores are left out of what begins with a digit or a sign.
 */
export type YamlScalar = null | boolean | bigint | number | string;

const spellings = (...words: string[]): string[] =>
  words.flatMap((word) => [word, word[0]!.toUpperCase() + word.slice(1), word.toUpperCase()]);

const words = new Map<string, YamlScalar>([
  ...['', '~', ...spellings('null')].map((word) => [word, null] as const),
  ...spellings('y', 'yes', 'true', 'on').map((word) => [word, true] as const),
  ...spellings('n', 'no', 'false', 'off').map((word) => [word, false] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map(
    (word) => [word, Number.POSITIVE_INFINITY] as const,
  ),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, Number.NEGATIVE_INFINITY] as const),
]);
const longestWord = 5;

/** A scalar without a tag and without quotes. Integers are bigints. */
export function resolvePlain(text: string): YamlScalar {
  if (text.length <= longestWord) {
    const word = words.get(text);
    if (word !== undefined) return word;
  }
  const first = text.charCodeAt(0);
  if (first === 0x2e) return pointFirst.test(text) ? finite(text.replaceAll('_', ''), text) : text;
  const isNumeric = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d;
  return isNumeric ? numberOr(text) : text;
}

const pointFirst = /^\.[0-9](?:_?[0-9])*(?:[eE][-+]?[0-9](?:_?[0-9])*)?$/;
const decimal = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const integer = /^([-+]?)(?:0[bB]([01]+)|0[oO]?([0-7]+)|0[xX]([0-9a-fA-F]+)|(0|[1-9][0-9]*))$/;
/** A sign may also stand behind the prefix. */
const signedBinary = /^0b([-+])([01]+)$/;

function numberOr(text: string): YamlScalar {
  const digits = text.replaceAll('_', '');
  const [, sign = '', binary, octal, hexadecimal, plain] = integer.exec(digits) ?? [];
  const whole =
    (binary && inRange(sign, '0b', binary)) ??
    (octal && inRange(sign, '0o', octal)) ??
    (hexadecimal && inRange(sign, '0x', hexadecimal)) ??
    (plain && inRange(sign, '', plain));
  if (typeof whole === 'bigint') return whole;
  if (decimal.test(digits)) return finite(digits, text);
  const [, inner, bits] = signedBinary.exec(digits) ?? [];
  return (bits === undefined ? undefined : inRange(inner!, '0b', bits)) ?? text;
}

/** Digits of the longest integer of 64 bits, in binary. */
const maxDigits = 64;
const limits = { min: -(2n ** 63n), max: 2n ** 63n - 1n, maxUnsigned: 2n ** 64n - 1n };

/** Without a sign it may be unsigned. Undefined when 64 bits cannot hold it. */
function inRange(sign: string, prefix: string, digits: string): bigint | undefined {
  const short = digits.replace(/^0+(?=.)/, '');
  if (short.length > maxDigits) return undefined;
  const size = BigInt(prefix + short);
  const value = sign === '-' ? -size : size;
  return value >= limits.min && value <= (sign === '' ? limits.maxUnsigned : limits.max) ? value : undefined;
}

/** A number that no double can hold is the text that it was. */
function finite(digits: string, text: string): number | string {
  const number = Number(digits);
  return Number.isFinite(number) ? number : text;
}

const tagPrefix = 'tag:yaml.org,2002:';

/** A scalar with a tag, which may be in quotes. Throws when the text is not what the tag says; other tags mean nothing. */
export function resolveTagged(tag: string, text: string): YamlScalar {
  const kind = tag.startsWith(tagPrefix) ? tag.slice(tagPrefix.length) : '';
  if (kind === 'binary') return fromBase64(text);
  if (kind === 'timestamp' && timestamp.test(text)) return text;
  if (!(kind in kindOf)) return text;
  const value = resolvePlain(text);
  const found = kindFound(value);
  if (kind === found) return value;
  if (kind === 'float' && found === 'int') return Number(value);
  throw new Error(`cannot decode !!${found} \`${text}\` as a !!${kind}`);
}

const kindOf = { bool: true, int: true, float: true, null: true, timestamp: true };
const kindFound = (value: YamlScalar): string => {
  if (value === null) return 'null';
  return { boolean: 'bool', bigint: 'int', number: 'float', string: 'str' }[
    typeof value as 'boolean' | 'bigint' | 'number' | 'string'
  ];
};

const timestamp =
  /^\d{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])(?:[Tt](?:\d\d?:){2}\d\d?(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)| (?:\d\d?:){2}\d\d?(?:\.\d+)?)?$/;

function fromBase64(text: string): string {
  const joined = text.replaceAll(/[\r\n]/g, '');
  if (joined.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(joined))
    throw new Error('!!binary value contains invalid base64 data');
  return Buffer.from(joined, 'base64').toString();
}

/** A key of a map: JSON has only texts. Undefined for what cannot be one. */
export function keyOf(value: YamlScalar): string | undefined {
  if (value === null || (typeof value === 'bigint' && value > limits.max)) return undefined;
  return typeof value === 'number' ? singleText(value) : String(value);
}

/** With the digits that tell it from other numbers of 32 bits: `1e+06`, `0.1`. */
function singleText(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return '.nan';
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf';
  if (single === 0) return Object.is(single, -0) ? '-0' : '0';
  let digits = 0;
  while (Math.fround(Number(single.toExponential(digits))) !== single) digits++;
  const [mantissa, exponent] = single.toExponential(digits).split('e') as [string, string];
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(Number(`${mantissa}e${power}`));
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
