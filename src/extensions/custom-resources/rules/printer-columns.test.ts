import { expect, it } from 'vitest';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { columnsOf } from './printer-columns.ts';

const cells = (spec: object, paths: readonly string[]) => {
  const columns = paths.map((jsonPath, index) => ({ name: `c${index}`, type: 'string', jsonPath }));
  const rules = columnsOf({ additionalPrinterColumns: columns } as never);
  return rules.cells({ metadata: { name: 'one' }, spec } as unknown as ApiObject, 0).slice(1);
};
const list = (count: number) => Array.from({ length: count }, (_, index) => ({ a: index }));

it('cells are what paths find first', () => {
  const spec = { l: list(3), t: 'x' };
  expect(
    cells(spec, ['.spec.l[?(@.a>1)].a', '.spec..a', '.spec.l[1:].a', ".spec['t','l']", '.spec.none']),
  ).toEqual(['2', '0', '1', 'x', null]);
});

it.each([
  ['.spec.l[?(@.a>-1)].a'],
  ['.spec..a'],
  ['.spec.l[0:]'],
  ['.spec..l[*]'],
  ['.spec.l'],
  ['.spec.t[*]'],
])('many columns with %s: those of one row look at no more values than one may', (path) => {
  const spec = { l: list(40_000), t: 'x'.repeat(1_000_000) };
  const found = cells(spec, [...Array.from({ length: 2_000 }, () => path), '.metadata.name']);
  expect(found.filter((cell) => cell !== null).length).toBeLessThan(20);
});

it.each(['.spec.none', '.spec.l[?(@.a>-1)].b', '.spec..none'])(
  'many columns with %s, which is not there: errors are paid for',
  (path) => {
    const columns = Array.from({ length: 5_000 }, (_, index) => ({
      name: `c${index}`,
      type: 'string',
      jsonPath: path,
    }));
    const end = { name: 'end', type: 'string', jsonPath: '.metadata.name' };
    const rules = columnsOf({ additionalPrinterColumns: [...columns, end] } as never);
    const object = { metadata: { name: 'one' }, spec: { l: list(10) } } as unknown as ApiObject;
    expect(rules.cells(object, 0).at(-1)).toBeNull();
  },
);

it('the rows of one Table share what they look at; ordinary cells are there in all of them', () => {
  const columns = ['.spec.l', '.metadata.name'].map((jsonPath) => ({
    name: jsonPath,
    type: 'string',
    jsonPath,
  }));
  const rules = columnsOf({ additionalPrinterColumns: [...columns].reverse() } as never);
  const budget = { left: 30_000 };
  const rows = Array.from({ length: 10 }, () => {
    const object = { metadata: { name: 'one' }, spec: { l: list(20_000) } } as unknown as ApiObject;
    return rules.cells(object, 0, budget).slice(1);
  });
  expect(rows.map(([name]) => name)).toEqual(Array(10).fill('one'));
  expect(rows.filter(([, cell]) => cell !== null).length).toBeLessThan(10);
  expect(rows[0]![1]).not.toBeNull();
});

it('cells of one object at another time are not looked for again, and ages are those of the time', () => {
  const columns = [
    { name: 'a', type: 'date', jsonPath: '.spec.at' },
    { name: 'b', type: 'string', jsonPath: '.spec.l' },
  ];
  const rules = columnsOf({ additionalPrinterColumns: columns } as never);
  const object = {
    metadata: { name: 'one' },
    spec: { at: '1970-01-01T00:00:00Z', l: [1] },
  } as unknown as ApiObject;
  const budget = { left: 1_000 };
  expect(rules.cells(object, 60_000, budget).slice(1)).toEqual(['60s', '[1]']);
  const { left } = budget;
  expect(rules.cells(object, 600_000, budget).slice(1)).toEqual(['10m', '[1]']);
  expect(budget.left).toBe(left);
});

it('a column may show a part of managedFields', () => {
  const rules = columnsOf({
    additionalPrinterColumns: [
      { name: 'Manager', type: 'string', jsonPath: '.metadata.managedFields[0].manager' },
    ],
  } as never);
  const object = { metadata: { name: 'one', managedFields: [{ manager: 'm' }] } } as unknown as ApiObject;
  expect(rules.cells(object, 0)).toEqual(['one', 'm']);
  expect(rules.showsManagedFields).toBe(true);
});
