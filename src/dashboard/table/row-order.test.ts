import { expect, it } from 'vitest';
import type { Row } from '../live/table-store.ts';
import { arrange } from './row-order.ts';

const columns = ['Name', 'Ready', 'Restarts', 'Memory', 'Age'].map((name) => ({
  name,
  type: 'string',
  priority: 0,
}));
const row = (
  name: string,
  namespace: string,
  cells: unknown[],
  creationTimestamp = '',
  labels = {},
): Row => ({
  uid: name,
  metadata: { name, namespace, uid: name, creationTimestamp, labels },
  cells: [name, ...cells],
  changes: [],
  changedAt: [],
  searched: undefined,
});
const rows = [
  row('web', 'shop', ['2/10', '10', '1Gi', '9d'], '2026-01-01T00:00:00Z', { app: 'Front' }),
  row('db', 'shop', ['1/1', '9 (5m ago)', '900Mi', '1d'], '2026-01-09T00:00:00Z'),
  row('api', 'bank', ['10/10', '<none>', '2Ki', '5d'], '2026-01-05T00:00:00Z'),
];
const names = (search: string, sort = '', isDescending = false): string[] =>
  arrange(rows, columns, { search, sort, isDescending }).map(({ metadata }) => metadata.name);

it.each([
  ['by namespace and name', '', false, ['api', 'db', 'web']],
  ['by name, backwards', 'Name', true, ['web', 'db', 'api']],
  ['numbers as numbers, words behind them', 'Restarts', false, ['db', 'web', 'api']],
  ['quantities by their size', 'Memory', false, ['api', 'db', 'web']],
  ['the youngest first', 'Age', false, ['db', 'api', 'web']],
])('sorts %s', (_, sort, isDescending, expected) => {
  expect(names('', sort, isDescending)).toEqual(expected);
});

it.each([
  ['WEB', ['web']],
  ['shop', ['db', 'web']],
  ['shop app=front', ['web']],
  ['5m ago', ['db']],
  ['nothing', []],
])('a search for %s finds %j', (search, expected) => {
  expect(names(search)).toEqual(expected);
});
