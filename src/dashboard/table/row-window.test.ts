import { expect, it } from 'vitest';
import { rowWindow } from './row-window.ts';

it.each([
  ['at the top', 10_000, 0, { first: 0, end: 28 }],
  ['in the middle', 10_000, 3_000, { first: 92, end: 128 }],
  ['at the end', 10_000, 299_400, { first: 9_972, end: 10_000 }],
  ['behind the end, as rows went', 5, 9_000, { first: 0, end: 5 }],
  ['without rows', 0, 0, { first: 0, end: 0 }],
])('has the rows in sight and a few more %s', (_, count, top, expected) => {
  const found = rowWindow(count, 30, top, 600);
  expect(found).toMatchObject(expected);
  expect(found.before + (found.end - found.first) * 30 + found.after).toBe(count * 30);
});
