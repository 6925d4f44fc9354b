import { expect, it } from 'vitest';
import { duplicateFields } from './duplicate-fields.ts';

it.each<[string, string[]]>([
  ['{}', []],
  ['{"a":1,"b":{"a":2}}', []],
  ['{"a":1,"a":2,"a":3}', ['a']],
  [
    '{"spec":{"containers":[{"name":"x"},{"name":"{\\"","x":[1,2],"name":"y"}]}}',
    ['spec.containers[1].name'],
  ],
  ['{"a":[[{"b":1,"b":2}]],"a":"a"}', ['a[0][0].b', 'a']],
  ['{"\\u0061":1,"a":2}', ['a']],
  [`${'['.repeat(9000)}{"a":1,"a":1}${']'.repeat(9000)}`, [`${'[0]'.repeat(9000)}.a`]],
])('text %#: finds the paths of duplicate fields', (text, paths) => {
  expect(duplicateFields(text)).toEqual(paths);
});

it('returns a limited number of duplicate fields, however many and however deep they are', () => {
  const deep = (inside: string): string => `${'{"a":'.repeat(5000)}${inside}${'}'.repeat(5000)}`;
  const many = Array.from({ length: 50_000 }, (_, n) => `"${n}":1,"${n}":1`).join(',');
  const found = duplicateFields(deep(`{${many}}`));
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThanOrEqual(100);
  expect(found.join('').length).toBeLessThan(2 * 1024 * 1024);
  expect(duplicateFields(deep(`{${'"b":1,'.repeat(100_000)}"b":2}`))).toHaveLength(1);
});
