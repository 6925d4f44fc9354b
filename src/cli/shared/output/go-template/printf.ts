import { goQuoteWhole } from '../../../../util/quote.ts';
import {
  exponentText,
  floatText,
  isList,
  isMap,
  sortedKeys,
  typeName,
  type Value,
  valueText,
} from './values.ts';

interface Spec {
  flags: string;
  width: number;
  precision: number | undefined;
  verb: string;
}

const directive = /%([-+# 0]*)(\*|\d+)?(?:\.(\*|\d*))?(?:\[(\d+)\])?([^\d*.]|$)/gsu;
/** A column is not made wider than this. */
const maxWidth = 1_000_000;

/** Texts as Go's `fmt.Sprintf` makes them of the values that templates have. */
export function sprintf(format: string, values: readonly Value[]): string {
  let next = 0;
  // Who names values by their numbers may leave some out.
  let isReordered = false;
  const text = format.replace(
    directive,
    (
      _,
      flags: string,
      width: string | undefined,
      precision: string | undefined,
      index: string | undefined,
      verb: string,
    ) => {
      const number = (given: string | undefined): number | undefined =>
        given === undefined ? undefined : given === '*' ? Number(values[next++] ?? 0) : Number(given);
      const columns = number(width) ?? 0;
      const digits = number(precision);
      if (index !== undefined) {
        isReordered = true;
        next = Number(index) - 1;
        if (next < 0 || next >= values.length) return `%!${verb}(BADINDEX)`;
      }
      if (verb === '') return '%!(NOVERB)';
      if (verb === '%') return '%';
      if (next >= values.length) return `%!${verb}(MISSING)`;
      const left = columns < 0 ? '-' : '';
      const spec = {
        flags: flags + left,
        width: Math.min(Math.abs(columns), maxWidth),
        precision: digits,
        verb,
      };
      return formatted(spec, values[next++]);
    },
  );
  const extra = values
    .slice(next)
    .map((value) =>
      value === undefined || value === null ? '<nil>' : `${typeName(value)}=${valueText(value)}`,
    );
  return extra.length === 0 || isReordered ? text : `${text}%!(EXTRA ${extra.join(', ')})`;
}

function formatted(spec: Spec, value: Value): string {
  const { verb } = spec;
  if (verb === 'T') return padded(spec, typeName(value));
  if (value === undefined || value === null) return verb === 'v' ? padded(spec, '<nil>') : `%!${verb}(<nil>)`;
  if (isList(value)) return `[${value.map((one) => formatted(spec, one)).join(' ')}]`;
  if (isMap(value)) {
    const one = (key: string): string => `${formatted(spec, key)}:${formatted(spec, value[key])}`;
    return `map[${sortedKeys(value).map(one).join(' ')}]`;
  }
  const text = textOf(spec, value);
  return text === undefined ? `%!${verb}(${typeName(value)}=${valueText(value)})` : padded(spec, text);
}

/** Undefined for a verb that such a value does not have. */
function textOf(spec: Spec, value: bigint | boolean | number | string): string | undefined {
  if (typeof value === 'string') return stringText(spec, value);
  if (typeof value === 'bigint') return integerText(spec, value);
  if (typeof value === 'boolean') return 'tv'.includes(spec.verb) ? String(value) : undefined;
  return numberText(spec, value);
}

function stringText({ verb, flags, precision }: Spec, value: string): string | undefined {
  const text = precision === undefined ? value : Array.from(value).slice(0, precision).join('');
  switch (verb) {
    case 's':
      return text;
    case 'v':
      return flags.includes('#') ? goQuoteWhole(text) : text;
    case 'q':
      return flags.includes('#') && !/[`\p{Cc}]/u.test(text) ? `\`${text}\`` : goQuoteWhole(text);
    case 'x':
      return Buffer.from(text).toString('hex');
    case 'X':
      return Buffer.from(text).toString('hex').toUpperCase();
  }
  return undefined;
}

const bases: Readonly<Record<string, number>> = { b: 2, d: 10, o: 8, O: 8, v: 10, x: 16, X: 16 };
const prefixes: Readonly<Record<string, string>> = { b: '0b', o: '0', x: '0x', X: '0X' };

function integerText({ verb, flags, precision }: Spec, value: bigint): string | undefined {
  const character = (): string =>
    value >= 0n && value <= 0x10_ffffn ? String.fromCodePoint(Number(value)) : '\ufffd';
  if (verb === 'c') return character();
  if (verb === 'q') return `'${character()}'`;
  if (verb === 'U') return `U+${value.toString(16).toUpperCase().padStart(4, '0')}`;
  const base = bases[verb];
  if (base === undefined) return undefined;
  const digits = (value < 0n ? -value : value)
    .toString(base)
    .padStart(Math.min(precision ?? 0, maxWidth), '0');
  const prefix = verb === 'O' ? '0o' : flags.includes('#') ? (prefixes[verb] ?? '') : '';
  return (
    signOf(verb === 'v' ? '' : flags, value < 0n) + prefix + (verb === 'X' ? digits.toUpperCase() : digits)
  );
}

function numberText({ verb, flags, precision }: Spec, value: number): string | undefined {
  const digits = Math.min(precision ?? 6, 100);
  const size = Math.abs(value);
  const sign = signOf(verb === 'v' ? '' : flags, value < 0);
  switch (verb) {
    case 'f':
    case 'F':
      return sign + size.toFixed(digits);
    case 'e':
    case 'E': {
      const text = withExponent(size.toExponential(digits));
      return sign + (verb === 'E' ? text.toUpperCase() : text);
    }
    case 'g':
    case 'G':
    case 'v':
      return sign + generalText(verb, size, precision);
  }
  return undefined;
}

function generalText(verb: string, size: number, precision: number | undefined): string {
  const text = precision === undefined ? floatText(size) : withExponent(shortened(size, precision));
  return verb === 'G' ? text.toUpperCase() : text;
}

const signOf = (flags: string, isNegative: boolean): string =>
  isNegative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';

/** At most as many digits, without zeros at the end. */
function shortened(value: number, precision: number): string {
  const digits = Math.max(1, Math.min(precision, 100));
  const [mantissa = '', power] = value.toExponential(digits - 1).split('e');
  const exponent = Number(power);
  const trim = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
  return exponent < -4 || exponent >= digits
    ? `${trim(mantissa)}e${power}`
    : trim(value.toFixed(digits - 1 - exponent));
}

const withExponent = (text: string): string =>
  text.replace(/e(.+)$/, (_, power: string) => `e${exponentText(Number(power))}`);

function padded({ flags, width, verb }: Spec, text: string): string {
  const missing = width - Array.from(text).length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (!flags.includes('0')) return ' '.repeat(missing) + text;
  const isNumber = /^[-+ ]?\d/.test(text) && !'sq'.includes(verb);
  const sign = isNumber ? (/^[-+ ]/.exec(text)?.[0] ?? '') : '';
  return sign + '0'.repeat(missing) + text.slice(sign.length);
}
