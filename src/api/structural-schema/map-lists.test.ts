import { expect, it } from 'vitest';
import { dialects } from '../meta/dialect.ts';
import { extensionNames, type JsonSchema } from '../schema/json-schema.ts';
import { FieldPath, fieldErrorText } from '../validation/field-errors.ts';
import { validateMapList } from './map-lists.ts';

const names = extensionNames(dialects[0]!);

/** Faults of a list of objects that have these keys. */
function faults(keys: readonly string[]): string[] {
  const properties = Object.fromEntries(keys.map((key) => [key, { type: 'string' }]));
  const schema = { type: 'array', [names.listType]: 'map', [names.listMapKeys]: keys };
  const list = { ...schema, items: { type: 'object', properties } } as JsonSchema;
  return validateMapList(list, FieldPath.of('s'), names).map(fieldErrorText);
}

it('a key that is there again is a fault', () => {
  expect(faults(['a', 'b'])).toEqual([]);
  expect(faults(['a', 'b', 'a'])).toEqual([
    `s.${names.listMapKeys}: Invalid value: []string{"a", "b", "a"}: must not contain duplicate entries`,
  ]);
});

it('keys are not compared each with each', () => {
  const keys = Array.from({ length: 40_000 }, (_, index) => `k${index}`);
  const begun = process.threadCpuUsage();
  expect(faults(keys)).toEqual([]);
  const { user, system } = process.threadCpuUsage(begun);
  expect(user + system).toBeLessThan(1_500_000);
});
