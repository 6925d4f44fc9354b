import { expect, it } from 'vitest';
import { alignTabs } from './elastic-tabs.ts';

it('lines below each other that have a column share its width', () => {
  expect(alignTabs('Name:\tweb\nNamespace:\tdefault\nData\na:\t1\nlong:\t2\n')).toBe(
    'Name:       web\nNamespace:  default\nData\na:     1\nlong:  2\n',
  );
});

it('a column within a column begins anew behind a line without it', () => {
  expect(alignTabs('a\tbb\tc\nd\te\nf\tg\th\n')).toBe('a  bb  c\nd  e\nf  g  h\n');
});
