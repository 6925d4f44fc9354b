import { CelError, Duration, Timestamp } from './values.ts';

/** Characters of the longest text that is looked at: there are no times and spans of more. */
const maxLength = 1_000;

/** RFC 3339. */
export function timestamp(value: string): Timestamp {
  const match =
    value.length > maxLength
      ? null
      : /^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?([Zz]|[+-]\d\d:\d\d)$/.exec(value);
  const milliseconds = match === null ? Number.NaN : Date.parse(`${match[1]}${match[3]}`);
  if (Number.isNaN(milliseconds)) throw unreadable(value, 'timestamp');
  return new Timestamp(BigInt(milliseconds) * 1_000_000n + BigInt((match![2] ?? '').padEnd(9, '0')));
}

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** `1h30m`, `-1.5s`. */
export function duration(value: string): Duration {
  const match =
    value.length > maxLength ? null : /^([+-]?)((?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+|0)$/.exec(value);
  if (match === null) throw unreadable(value, 'duration');
  let sum = 0n;
  for (const [, whole, fraction = '', unit] of match[2]!.matchAll(/(\d+)(?:\.(\d*))?(ns|us|µs|ms|s|m|h)/g)) {
    const scale = units[unit!]!;
    sum += BigInt(whole!) * scale;
    if (fraction !== '')
      sum += (BigInt(fraction.slice(0, 9)) * scale) / 10n ** BigInt(Math.min(fraction.length, 9));
  }
  return new Duration(match[1] === '-' ? -sum : sum);
}

const unreadable = (text: string, type: string): CelError =>
  new CelError(`cannot parse ${JSON.stringify(text.slice(0, maxLength))} as a ${type}`);
