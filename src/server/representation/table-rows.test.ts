import { expect, test } from 'vitest';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { TableCell, TableRules } from '../../registry/kind-rules.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import { humanDuration } from '../../util/duration.ts';
import { TableRows } from './table-rows.ts';

const made = Date.parse('2021-03-04T05:06:07Z');
const minute = 60_000;

function entryOf(object: object): CacheEntry {
  return { json: Buffer.from(JSON.stringify(object)) } as CacheEntry;
}

/** Rules that count how often they are asked. */
function counting(cells: (object: ApiObject, now: number) => TableCell[], withAge: boolean) {
  const column = (name: string, isAge = false) => ({
    name,
    type: 'string' as const,
    format: '',
    description: '',
    priority: 0,
    ...(isAge ? { isAge } : {}),
  });
  const rules = {
    asked: 0,
    columns: withAge
      ? [column('Name'), column('Age', true), column('Extra')]
      : [column('Name'), column('Extra')],
    cells: (object: ApiObject, now: number) => {
      rules.asked++;
      return cells(object, now);
    },
    conditions: ({ metadata }: ApiObject) =>
      metadata.name === 'done'
        ? [{ type: 'Completed' as const, status: 'True' as const, reason: 'r', message: 'm' }]
        : [],
  } satisfies TableRules<ApiObject> & { asked: number };
  return rules;
}

const age = (from: number, now: number): string => humanDuration(now - from);
const object = (name: string) => ({ metadata: { name, creationTimestamp: '2021-03-04T05:06:07Z' } });

test('the age is new each time, the rest is worked out once', () => {
  const rules = counting(({ metadata }, now) => [metadata.name!, age(made, now), 'a"b'], true);
  const rows = new TableRows();
  const entry = entryOf(object('ä'));
  expect(rows.cells(entry, rules, made + 5 * minute)).toBe('{"cells":["ä","5m","a\\"b"]');
  const { asked } = rules;
  expect(rows.cells(entry, rules, made + 50 * minute)).toBe('{"cells":["ä","50m","a\\"b"]');
  expect(rows.cells(entry, rules, made + 5000 * minute)).toBe('{"cells":["ä","3d11h","a\\"b"]');
  expect(rules.asked).toBe(asked);
});

test('other cells that change with time are right at any time', () => {
  const rules = counting(
    ({ metadata }, now) => [metadata.name!, age(made, now), `${age(made, now)} ago`],
    true,
  );
  const rows = new TableRows();
  const entry = entryOf(object('done'));
  for (let now = made; now < made + 100 * 60 * minute; now += 17_000) {
    const text = age(made, now);
    const condition = '"conditions":[{"type":"Completed","status":"True","reason":"r","message":"m"}]';
    expect(rows.cells(entry, rules, now)).toBe(`{"cells":["done","${text}","${text} ago"],${condition}`);
  }
});

test('a kind without ages, and an object without a time of its making', () => {
  const rows = new TableRows();
  const plain = counting(({ metadata }) => [metadata.name!, null], false);
  expect(rows.cells(entryOf(object('a')), plain, made)).toBe('{"cells":["a",null]');
  const aged = counting(({ metadata }) => [metadata.name!, '<unknown>', 7], true);
  const entry = entryOf({ metadata: { name: 'a' } });
  expect(rows.cells(entry, aged, made)).toBe('{"cells":["a","\\u003cunknown\\u003e",7]');
  expect(rows.cells(entry, aged, made + minute)).toBe('{"cells":["a","\\u003cunknown\\u003e",7]');
});

test.each([
  [true, 'm'],
  [false, 'nobody'],
])('managedFields are read for columns that may show them (%s)', (showsManagedFields, manager) => {
  const cells = ({ metadata }: ApiObject) => [
    metadata.name!,
    metadata.managedFields?.[0]?.manager ?? 'nobody',
  ];
  const rules = { ...counting(cells, false), showsManagedFields };
  const entry = entryOf({
    metadata: { name: 'a', managedFields: [{ manager: 'm', fieldsV1: {} }] },
    spec: {},
  });
  expect(new TableRows().cells(entry, rules, made)).toBe(`{"cells":["a","${manager}"]`);
});
