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
