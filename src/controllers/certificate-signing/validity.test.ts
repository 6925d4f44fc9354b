import { describe, expect, it } from 'vitest';
import { lifeOf, validityOf } from './validity.ts';

const minute = 60_000;
const hour = 60 * minute;
const year = 8_760 * hour;

describe('the life of a certificate', () => {
  it.each<[string, number | undefined, number]>([
    ['is the longest when nothing is asked for', undefined, year],
    ['is what is asked for', 3_600, hour],
    ['is the longest when more is asked for', 2 * 31_536_000, year],
    ['is ten minutes when less is asked for', 1, 10 * minute],
  ])('%s', (_, seconds, life) => expect(lifeOf(year, seconds)).toBe(life));

  it('is under ten minutes where the operator wants that', () => {
    expect(lifeOf(minute, 3_600)).toBe(minute);
    expect(lifeOf(minute, undefined)).toBe(minute);
  });
});

describe('the validity of a certificate', () => {
  const now = Date.parse('2024-01-01T12:00:00.900Z');
  const at = (life: number, end = now + 10 * year) => {
    const { notBefore, notAfter } = validityOf(now, life, end);
    return [notBefore.toISOString(), notAfter.toISOString()];
  };

  it.each<[string, number, string]>([
    ['ends when a short life does', 7 * hour, '2024-01-01T19:00:00.000Z'],
    ['ends early by what it begins early when it is long', 8 * hour, '2024-01-01T19:55:00.000Z'],
  ])('%s', (_, life, notAfter) => expect(at(life)).toEqual(['2024-01-01T11:55:00.000Z', notAfter]));

  it('ends with the authority at the latest', () => {
    const end = Date.parse('2024-02-01T00:00:00Z');
    expect(at(year, end)[1]).toBe('2024-02-01T00:00:00.000Z');
  });

  it.each([
    ['2024-01-01T11:55:00Z', 'the signer has expired: NotAfter=2024-01-01 11:55:00 +0000 UTC'],
    [
      '2024-01-01T11:55:01Z',
      'refusing to sign a certificate that expired in the past: NotAfter=2024-01-01 11:55:01 +0000 UTC',
    ],
  ])('cannot be where the authority ended at %s', (end, message) => {
    expect(() => at(hour, Date.parse(end))).toThrow(message);
  });
});
