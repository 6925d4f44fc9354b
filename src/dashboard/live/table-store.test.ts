import { expect, it } from 'vitest';
import { type Table, TableStore } from './table-store.ts';

const row = (name: string, status: string, age = '1s') => ({
  cells: [name, status, age],
  object: { metadata: { name, uid: `uid-${name}`, resourceVersion: '1' } },
});
const columns = ['Name', 'Status', 'Age'].map((name) => ({ name, type: 'string', priority: 0 }));
const table = (...rows: Table['rows'] & object): Table => ({ columnDefinitions: columns, rows });

function filled(): TableStore {
  const store = new TableStore();
  store.add(table(row('a', 'Pending'), row('b', 'Running')), 1_000);
  return store;
}

it('a changed cell is marked with its time, and the others are not; an age is no change', () => {
  const store = filled();
  store.apply('MODIFIED', { columnDefinitions: null, rows: [row('a', 'Running', '9s')] }, 5_000);
  const { cells, changes, changedAt } = store.rows.get('uid-a')!;
  expect({ cells, changes, changedAt }).toEqual({
    cells: ['a', 'Running', '9s'],
    changes: [0, 1, 0],
    changedAt: [0, 5_000, 0],
  });
  expect(store.columns).toEqual(columns);
});

it('rows come and go with events', () => {
  const store = filled();
  const before = store.membership;
  store.apply('ADDED', table(row('c', 'Running')), 2_000);
  store.apply('DELETED', table(row('a', 'Running')), 2_000);
  expect([...store.rows.keys()]).toEqual(['uid-b', 'uid-c']);
  expect(store.membership).toBe(before + 2);
});

it('a new list removes what it does not have, and keeps the rows that stay', () => {
  const store = filled();
  const kept = store.rows.get('uid-b');
  const pages = [table(row('b', 'Running')), table(row('d', 'Running'))];
  store.keepOnly(new Set(pages.flatMap((page) => store.add(page, 3_000))));
  expect([...store.rows.keys()]).toEqual(['uid-b', 'uid-d']);
  expect(store.rows.get('uid-b')).toBe(kept);
});

it('columns that an event repeats are the same ones as before: no row is put in order for them', () => {
  const store = filled();
  const { columns: before } = store;
  store.apply('MODIFIED', JSON.parse(JSON.stringify(table(row('a', 'Running')))), 2_000);
  expect(store.columns).toBe(before);
});
