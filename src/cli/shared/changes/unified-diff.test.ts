import { expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.ts';

const lines = (...values: (string | number)[]): string => values.map((value) => `${value}\n`).join('');

it('shows changed lines with three around them', () => {
  const before = { name: 'LIVE/x', text: lines(1, 2, 3, 4, 5, 6, 7, 8, 9) };
  const after = { name: 'MERGED/x', text: lines(1, 2, 3, 4, 'five', 6, 7, 8, 9) };
  expect(unifiedDiff(before, after)).toBe(
    lines('--- LIVE/x', '+++ MERGED/x', '@@ -2,7 +2,7 @@', ' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8'),
  );
});

it('is empty where nothing differs', () => {
  expect(unifiedDiff({ name: 'a', text: 'x\n' }, { name: 'b', text: 'x\n' })).toBe('');
});

it('shows all lines of something new', () => {
  expect(unifiedDiff({ name: 'a', text: undefined }, { name: 'b', text: lines(1, 2) })).toBe(
    lines('--- a', '+++ b', '@@ -0,0 +1,2 @@', '+1', '+2'),
  );
});
