import { expect, it } from 'vitest';
import { parseTimestamp, timestampText } from './times.ts';

it.each<[string, string | undefined]>([
  ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59Z'],
  ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.5Z'],
  ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999999Z'],
  ['2000-02-29T23:59:59.5+01:30', '2000-02-29T23:59:59.5+01:30'],
  ['2000-02-29T23:59:59-11:00', '2000-02-29T23:59:59-11:00'],
  ['2020-01-01T00:00:00,25Z', '2020-01-01T00:00:00.25Z'],
  ['0000-12-31T23:59:59Z', undefined],
  ['0001-01-01T00:00:00+01:00', undefined],
  ['9999-12-31T23:59:59-01:00', undefined],
  ['2020-02-30T00:00:00Z', undefined],
  ['1900-02-29T00:00:00Z', undefined],
  ['2020-13-01T00:00:00Z', undefined],
  ['2020-00-01T00:00:00Z', undefined],
  ['2020-01-00T00:00:00Z', undefined],
  ['2020-01-01T24:00:00Z', undefined],
  ['2020-01-01T00:60:00Z', undefined],
  ['2020-01-01T00:00:60Z', undefined],
  ['2020-01-01T00:00:00+25:00', undefined],
  ['2020-01-01 00:00:00Z', undefined],
  ['2020-01-01T00:00:00', undefined],
])('%s is read as %s', (text, expected) => {
  const moment = parseTimestamp(text);
  expect(moment && timestampText(moment)).toBe(expected);
});
