import { expect, test } from 'vitest';
import { FieldBudget } from './field-budget.ts';

test('requests with few header fields cost nothing of the budget of their connection', () => {
  const budget = new FieldBudget();
  for (let count = 0; count < 100_000; count++) expect(budget.spend(64, 0)).toBe(true);
});

test('a connection has 10,000 header fields more at once, and 5,000 in each second', () => {
  const budget = new FieldBudget();
  for (let count = 0; count < 10; count++) expect(budget.spend(1_064, 0)).toBe(true);
  expect(budget.spend(1_064, 0)).toBe(false);
  expect(budget.spend(1_064, 400)).toBe(true);
  expect(budget.spend(2_064, 400)).toBe(false);
  for (let seconds = 10; seconds < 100; seconds++) expect(budget.spend(5_064, seconds * 1_000)).toBe(true);
});
