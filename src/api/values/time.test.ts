import { describe, expect, test } from 'vitest';
import {
  canonicalMicroTime,
  canonicalTime,
  goTime,
  microTimeNow,
  parseTime,
  TimeError,
  timeMs,
  timeNow,
  zeroTime,
} from './time.ts';

describe('the canonical text of a time', () => {
  const cases: [text: string, canonical: string][] = [
    ['2021-03-04T05:06:07Z', '2021-03-04T05:06:07Z'],
    ['2021-03-04T05:06:07.999Z', '2021-03-04T05:06:07Z'],
    ['2021-03-04T05:06:07.1234567891234Z', '2021-03-04T05:06:07Z'],
    ['2021-03-04T05:06:07+01:00', '2021-03-04T04:06:07Z'],
    ['2021-01-01T00:30:00.5+05:30', '2020-12-31T19:00:00Z'],
    ['2020-12-31T23:00:00-02:00', '2021-01-01T01:00:00Z'],
    ['2020-02-29T00:00:00Z', '2020-02-29T00:00:00Z'],
    ['2021-03-04T5:06:07Z', '2021-03-04T05:06:07Z'],
    ['0001-01-01T00:00:00Z', zeroTime],
    ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['9999-12-31T23:59:59-01:00', '10000-01-01T00:59:59Z'],
  ];
  test.each(cases)('%s is %s', (text, canonical) => expect(canonicalTime(text)).toBe(canonical));
});

describe('an invalid time is rejected', () => {
  const layout = '"2006-01-02T15:04:05Z07:00"';
  const cannot = (text: string, rest: string, element: string) =>
    `parsing time "${text}" as ${layout}: cannot parse "${rest}" as "${element}"`;
  const cases: [text: string, message: string][] = [
    ['', cannot('', '', '2006')],
    ['yesterday', cannot('yesterday', 'yesterday', '2006')],
    ['2021', cannot('2021', '', '-')],
    ['2021-1-01T00:00:00Z', cannot('2021-1-01T00:00:00Z', '1-01T00:00:00Z', '01')],
    ['2021-01-01', cannot('2021-01-01', '', 'T')],
    ['2021-01-01t00:00:00Z', cannot('2021-01-01t00:00:00Z', 't00:00:00Z', 'T')],
    ['2021-01-01 00:00:00Z', cannot('2021-01-01 00:00:00Z', ' 00:00:00Z', 'T')],
    ['2021-01-01T00:0:00Z', cannot('2021-01-01T00:0:00Z', '0:00Z', '04')],
    ['2021-01-01T00:00:00', cannot('2021-01-01T00:00:00', '', 'Z07:00')],
    ['2021-01-01T00:00:00z', cannot('2021-01-01T00:00:00z', 'z', 'Z07:00')],
    ['2021-01-01T00:00:00.Z', cannot('2021-01-01T00:00:00.Z', '.Z', 'Z07:00')],
    ['2021-01-01T00:00:00+0100', cannot('2021-01-01T00:00:00+0100', '+0100', 'Z07:00')],
    ['2021-13-01T00:00:00Z', 'parsing time "2021-13-01T00:00:00Z": month out of range'],
    ['2021-00-01T00:00:00Z', 'parsing time "2021-00-01T00:00:00Z": month out of range'],
    ['2021-02-31T00:00:00Z', 'parsing time "2021-02-31T00:00:00Z": day out of range'],
    ['2021-11-31T00:00:00Z', 'parsing time "2021-11-31T00:00:00Z": day out of range'],
    ['2021-10-32T00:00:00Z', 'parsing time "2021-10-32T00:00:00Z": day out of range'],
    ['2021-02-29T00:00:00Z', 'parsing time "2021-02-29T00:00:00Z": day out of range'],
    ['2021-01-00T00:00:00Z', 'parsing time "2021-01-00T00:00:00Z": day out of range'],
    ['2021-01-01T24:00:00Z', 'parsing time "2021-01-01T24:00:00Z": hour out of range'],
    ['2021-01-01T00:60:00Z', 'parsing time "2021-01-01T00:60:00Z": minute out of range'],
    ['2021-01-01T00:00:60Z', 'parsing time "2021-01-01T00:00:60Z": second out of range'],
    ['2021-01-01T00:00:00Z"', 'parsing time "2021-01-01T00:00:00Z\\"": extra text: "\\""'],
  ];
  test.each(cases)('%j', (text, message) =>
    expect(() => canonicalTime(text)).toThrow(new TimeError(message)),
  );
});

test('a MicroTime has exactly six digits of fraction', () => {
  expect(canonicalMicroTime('2021-03-04T05:06:07.000001Z')).toBe('2021-03-04T05:06:07.000001Z');
  expect(canonicalMicroTime('2021-03-04T05:06:07.120000+01:00')).toBe('2021-03-04T04:06:07.120000Z');
  const message = (text: string, rest: string, element: string) =>
    `parsing time "${text}" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "${rest}" as "${element}"`;
  expect(() => canonicalMicroTime('2021-03-04T05:06:07Z')).toThrow(
    new TimeError(message('2021-03-04T05:06:07Z', 'Z', '.000000')),
  );
  expect(() => canonicalMicroTime('2021-03-04T05:06:07.123Z')).toThrow(
    new TimeError(message('2021-03-04T05:06:07.123Z', '.123Z', '.000000')),
  );
  expect(() => canonicalMicroTime('2021-03-04T05:06:07.1234567Z')).toThrow(
    new TimeError(message('2021-03-04T05:06:07.1234567Z', '7Z', 'Z07:00')),
  );
});

test('milliseconds are formatted as Time and MicroTime', () => {
  const ms = Date.UTC(2021, 2, 4, 5, 6, 7, 89);
  expect(timeNow(ms)).toBe('2021-03-04T05:06:07Z');
  expect(microTimeNow(ms)).toBe('2021-03-04T05:06:07.089000Z');
  expect(microTimeNow(ms + 0.25)).toBe('2021-03-04T05:06:07.089250Z');
  expect(timeMs('2021-03-04T05:06:07.089Z')).toBe(ms);
  expect(timeNow(-1)).toBe('1969-12-31T23:59:59Z');
  expect(goTime(ms)).toBe('2021-03-04 05:06:07 +0000 UTC');
  expect(goTime(timeMs(zeroTime))).toBe('0001-01-01 00:00:00 +0000 UTC');
  expect(parseTime('2021-03-04T05:06:07.5Z')).toEqual({
    seconds: Date.UTC(2021, 2, 4, 5, 6, 7) / 1000,
    nanoseconds: 500_000_000,
  });
});
