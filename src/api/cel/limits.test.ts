import { expect, it } from 'vitest';
import { environmentFor } from './environment.ts';
import { dynType } from './types/types.ts';

const environment = environmentFor({ release: 36, isStored: true }).extended({ variables: { a: dynType } });
const problemOf = (text: string): string | undefined => {
  const compiled = environment.compile(text);
  return 'problem' in compiled ? compiled.problem.detail : undefined;
};
const tooDeep = 'compilation failed: ERROR: <input>:-1:0: expression recursion limit exceeded: 250';
const around = (before: string, count: number, inner: string, behind: string): string =>
  `${before.repeat(count)}${inner}${behind.repeat(count)}`;

/** Expressions that nest, by the number of levels that they may have and no more. */
it.each<[string, number, (levels: number) => string]>([
  ['parentheses', 249, (levels) => around('(', levels, '1', ')')],
  ['lists', 249, (levels) => around('[', levels, '1', ']')],
  ['arguments', 249, (levels) => around('int(', levels, '1', ')')],
  ['conditions', 249, (levels) => `${'true ? 1 : '.repeat(levels)}1`],
  ['fields', 249, (levels) => `a${'.a'.repeat(levels)}`],
  ['indexes', 249, (levels) => `a${'[0]'.repeat(levels)}`],
  ['sums', 248, (levels) => `1${' + 1'.repeat(levels)}`],
  ['products', 248, (levels) => `1${' * 1'.repeat(levels)}`],
  ['products in sums', 124, (levels) => `1${' + 1 * 1'.repeat(levels)}`],
])('%s may nest %i times', (_, levels, text) => {
  expect(problemOf(text(levels))).toBeUndefined();
  expect(problemOf(text(levels + (levels === 124 ? 126 : 1)))).toBe(tooDeep);
});

it.each([
  ['alternatives', `a == 1${' || a == 1'.repeat(5_000)}`],
  ['conditions that all hold', `a == 1${' && a == 1'.repeat(5_000)}`],
  ['items', `a in [1${', 1 + 1'.repeat(5_000)}]`],
  ['negations', `${'!'.repeat(5_000)}a`],
])('%s beside each other may be many', (_, text) => {
  expect(problemOf(text)).toBeUndefined();
});

it('what is too long is not read', () => {
  expect(problemOf(`'${'a'.repeat(99_998)}'`)).toBeUndefined();
  expect(problemOf(`'${'a'.repeat(99_999)}'`)).toBe(
    'compilation failed: ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100001, limit 100000',
  );
});
