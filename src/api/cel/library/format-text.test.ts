import { describe, expect, it } from 'vitest';
import { Budget } from '../budget.ts';
import { environmentFor } from '../environment.ts';

const environment = environmentFor({ release: 36, isStored: true });

describe('decimals of %f are counted in a byte', () => {
  it.each([
    ['%.0f', '2'],
    ['%.3f', '1.500'],
    ['%.255f', `1.5${'0'.repeat(254)}`],
    ['%.256f', '2'],
    ['%.259f', '1.500'],
    ['%.1000f', `1.5${'0'.repeat(231)}`],
    ['%.9223372036854775807f', `1.5${'0'.repeat(254)}`],
  ])('%s', (format, text) => {
    const compiled = environment.compile(`'${format}'.format([1.5])`);
    if ('problem' in compiled) throw new Error(compiled.problem.detail);
    const budget = new Budget(1_000);
    budget.beginCall();
    expect(compiled.expression.evaluate(new Map(), budget)).toBe(text);
  });
});

it.each([
  ['%.f', 'parsing "": invalid syntax'],
  ['%.9223372036854775808f', 'parsing "9223372036854775808": value out of range'],
])('%s has no precision', (format, why) => {
  const compiled = environment.compile(`'${format}'.format([1.5])`);
  expect('problem' in compiled && compiled.problem.detail).toContain(why);
});
