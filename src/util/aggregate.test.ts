import { expect, it } from 'vitest';
import { aggregate, aggregateErrors } from './aggregate.ts';

it.each([
  [['a'], 'a'],
  [['a', 'b'], '[a, b]'],
  [['a', 'b', 'a'], '[a, b]'],
  [['a', 'a'], 'a'],
  [[], '[]'],
])('the texts %j are one: %s', (texts, one) => {
  expect(aggregate(texts)).toBe(one);
  expect(aggregateErrors(texts.map((text) => new Error(text)))).toBe(one);
});
