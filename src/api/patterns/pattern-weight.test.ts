import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { patternWeight } from './pattern-weight.ts';

describe('the weight of a pattern is about the size of its program', () => {
  it.each([
    'abc',
    'a{1000}',
    '(a{30}){30}',
    '(a?){100}b',
    '[a-z]{1,50}!',
    '^([a-z0-9]([-a-z0-9]*[a-z0-9])?\\.)*x$',
    'a(b|cd){10}',
    '\\{a\\}{3}[{}]{4}',
    'a{x}',
  ])('%s', (pattern) => {
    const size = RE2JS.compile(pattern).programSize();
    expect(patternWeight(pattern)).toBeGreaterThan(size / 6);
    expect(patternWeight(pattern)).toBeLessThan(size * 6);
  });

  it('a class of Unicode weighs its ranges, wherever it stands', () => {
    for (const pattern of ['\\pL{10}', '\\p{Greek}{10}', '[\\pL_]{10}', '(\\PN){10}'])
      expect(patternWeight(pattern)).toBeGreaterThanOrEqual(500);
  });
});
