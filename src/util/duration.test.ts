import { describe, expect, test } from 'vitest';
import { DurationError, durationMs, formatDuration, humanDuration, parseDuration } from './duration.ts';

describe('parsing and formatting durations', () => {
  const cases: [text: string, canonical: string][] = [
    ['0', '0s'],
    ['-0', '0s'],
    ['0s', '0s'],
    ['1h30m', '1h30m0s'],
    ['1.5s', '1.5s'],
    ['-1.5h', '-1h30m0s'],
    ['+5m', '5m0s'],
    ['90s', '1m30s'],
    ['1000ms', '1s'],
    ['300ms', '300ms'],
    ['1.5us', '1.5\u00b5s'],
    ['2\u03bcs', '2\u00b5s'],
    ['7ns', '7ns'],
    ['.5s', '500ms'],
    ['1.s', '1s'],
    ['1h1h', '2h0m0s'],
    ['0.0000000001s', '0s'],
    ['100h0.000000001s', '100h0m0.000000001s'],
    ['2562047h47m16.854775807s', '2562047h47m16.854775807s'],
  ];
  test.each(cases)('%s is %s', (text, canonical) => {
    expect(formatDuration(parseDuration(text))).toBe(canonical);
    expect(formatDuration(parseDuration(canonical))).toBe(canonical);
  });

  const faulty: [text: string, message: string][] = [
    ['', 'time: invalid duration ""'],
    ['-', 'time: invalid duration "-"'],
    ['s', 'time: invalid duration "s"'],
    ['.s', 'time: invalid duration ".s"'],
    ['1h ', 'time: unknown unit "h " in duration "1h "'],
    ['1', 'time: missing unit in duration "1"'],
    ['1h5', 'time: missing unit in duration "1h5"'],
    ['1x', 'time: unknown unit "x" in duration "1x"'],
    ['1d', 'time: unknown unit "d" in duration "1d"'],
    ['2562047h47m16.854775808s', 'time: invalid duration "2562047h47m16.854775808s"'],
    [`${'9'.repeat(99)}s`, `time: invalid duration "${'9'.repeat(99)}s"`],
  ];
  test.each(faulty)('the duration %j is rejected', (text, message) =>
    expect(() => parseDuration(text)).toThrow(new DurationError(message)),
  );

  test('durationMs rounds down to milliseconds', () => expect(durationMs('1m0.0015s')).toBe(60_001));
});

describe('humanDuration formats ages', () => {
  const [s, m, h, d] = [1000, 60_000, 3_600_000, 86_400_000];
  const y = 365 * d;
  const cases: [ms: number, text: string][] = [
    [-2 * s, '<invalid>'],
    [-s, '0s'],
    [-1, '0s'],
    [0, '0s'],
    [999, '0s'],
    [119 * s, '119s'],
    [2 * m, '2m'],
    [9 * m + 59 * s, '9m59s'],
    [10 * m + 30 * s, '10m'],
    [179 * m, '179m'],
    [3 * h, '3h'],
    [7 * h + 59 * m, '7h59m'],
    [8 * h + 30 * m, '8h'],
    [47 * h, '47h'],
    [48 * h, '2d'],
    [7 * d + 23 * h, '7d23h'],
    [8 * d + h, '8d'],
    [2 * y - d, '729d'],
    [2 * y, '2y'],
    [3 * y + 20 * d, '3y20d'],
    [8 * y + d, '8y'],
  ];
  test.each(cases)('%d is %s', (ms, text) => expect(humanDuration(ms)).toBe(text));
});
