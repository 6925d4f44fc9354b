import { expect, test } from 'vitest';
import { dependencies } from '../../../test/support/unit/kinds.ts';
import { coreKinds } from './index.ts';

test('each kind of the core group is there once', () => {
  const kinds = coreKinds(dependencies).map(({ group, kind }) => `${group}/${kind}`);
  expect(kinds).toEqual([...new Set(kinds)].sort());
  expect(kinds).toHaveLength(16);
});

test.each(coreKinds(dependencies).map((rules) => [rules.kind, rules] as const))(
  'the columns of %s have names of their own, one of which names the object',
  (_, { table }) => {
    const names = table?.columns.map(({ name }) => name) ?? [];
    expect(new Set(names).size).toBe(names.length);
    expect(table?.columns.filter(({ format }) => format === 'name')).toHaveLength(1);
  },
);
