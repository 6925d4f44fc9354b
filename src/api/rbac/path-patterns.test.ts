import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PathPatterns } from './path-patterns.ts';

test.each<[pattern: string, path: string, covers: boolean]>([
  ['/api', '/api', true],
  ['/api', '/api/v1', false],
  ['/api/*', '/api/v1', true],
  ['/api/*', '/api/', true],
  ['/api/*', '/api', false],
  ['/api*', '/apis', true],
  ['/api/***', '/api/v1', true],
  ['/api/***', '/api/*', true],
  ['*', '/anything', true],
  ['***', '', true],
  ['/a/*/b', '/a/x/b', false],
  ['/a/*/b', '/a/*/b', true],
  ['/*/b*', '/x/b', false],
  ['', '', true],
  ['', '/', false],
])('the pattern %j covers %j: %s', (pattern, path, covers) => {
  expect(new PathPatterns([pattern]).covers(path)).toBe(covers);
});

test('many path patterns cover what any one of them covers', () => {
  const text = fc.string({ unit: fc.constantFrom('/', 'a', 'b', '*'), maxLength: 6 });
  const covers = (pattern: string, path: string): boolean =>
    pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, '')));
  const property = fc.property(fc.array(text, { maxLength: 8 }), text, (patterns, path) => {
    expect(new PathPatterns(patterns).covers(path)).toBe(patterns.some((pattern) => covers(pattern, path)));
  });
  fc.assert(property, { numRuns: 5_000 });
});

test('only the stars at the end of a path pattern are wildcards, however many there are', () => {
  const start = performance.now();
  const patterns = new PathPatterns([`/api/${'*'.repeat(60_000)}`, `/api/${'*'.repeat(60_000)}a*`]);
  expect(patterns.covers(`/api/${'*'.repeat(60_000)}b`)).toBe(true);
  expect(new PathPatterns([`/api/${'*'.repeat(60_000)}a`]).covers('/api/x')).toBe(false);
  expect(performance.now() - start).toBeLessThan(100);
});
