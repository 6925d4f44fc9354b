import { describe, expect, test } from 'vitest';
import { created, later, podTemplate } from '../../../test/support/unit/workloads.ts';
import type { MetaV1ObjectMeta } from '../../api/schema/types.gen.ts';
import {
  ageColumn,
  type Column,
  column,
  containerColumns,
  exactTable,
  labelsText,
  nameColumn,
  tableOf,
  wideColumn,
} from './table.ts';

interface Thing {
  metadata: MetaV1ObjectMeta;
  size: number;
}

const thing: Thing = { metadata: { name: 'a', creationTimestamp: created }, size: 3 };
const size: Column<Thing> = column('Size', 'integer', 'How large it is.', (one) => one.size);
const twice: Column<Thing> = wideColumn('Twice', 'integer', 'Twice its size.', (one) => 2 * one.size);

const namesOf = ({ columns }: { columns: readonly { name: string }[] }) => columns.map(({ name }) => name);

describe('tableOf', () => {
  test('puts the name before the columns, and the age behind them but before the wide ones', () => {
    const table = tableOf([size, twice]);
    expect(namesOf(table)).toEqual(['Name', 'Size', 'Age', 'Twice']);
    expect(table.cells(thing, later)).toEqual(['a', 3, '5m10s', 6]);
    expect(namesOf(tableOf([size]))).toEqual(['Name', 'Size', 'Age']);
  });

  test('leaves a name and an age in their places', () => {
    const loud: Column<Thing> = { ...nameColumn, cell: ({ metadata }) => `${metadata.name}!` };
    const table = tableOf([ageColumn, size, loud]);
    expect(namesOf(table)).toEqual(['Age', 'Size', 'Name']);
    expect(table.cells(thing, later)).toEqual(['5m10s', 3, 'a!']);
  });
});

test('exactTable adds nothing', () => {
  expect(exactTable([size]).cells(thing, later)).toEqual([3]);
});

test('ageColumn shows the time since creation, or <unknown> without one', () => {
  expect(ageColumn.cell({ metadata: { creationTimestamp: created } }, later)).toBe('5m10s');
  expect(ageColumn.cell({ metadata: { creationTimestamp: null } }, later)).toBe('<unknown>');
});

test('containerColumns list names and images in the order of the template', () => {
  const { cells } = exactTable(containerColumns<object>(() => podTemplate()));
  expect(cells({}, later)).toEqual(['web,log', 'nginx:1,fluentd:2']);
  expect(exactTable(containerColumns<object>(() => undefined)).cells({}, later)).toEqual(['', '']);
});

test('labelsText sorts labels and shows <none> for none', () => {
  expect(labelsText({ b: '2', a: '' })).toBe('a=,b=2');
  expect(labelsText({})).toBe('<none>');
  expect(labelsText(undefined)).toBe('<none>');
});
