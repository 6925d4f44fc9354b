import { expect, it } from 'vitest';
import { dialects } from '../../../api/meta/dialect.ts';
import { extensionNames, type JsonSchema } from '../../../api/schema/json-schema.ts';
import { plainStyle } from '../../../api/structural-schema/value-style.ts';
import { fieldErrorText } from '../../../api/validation/field-errors.ts';
import { atOnce } from '../../../util/slices.ts';
import { validateLists } from './list-validation.ts';

const names = extensionNames(dialects[0]!);
const list = (type: string, keys?: readonly string[]): JsonSchema =>
  ({
    type: 'array',
    [names.listType]: type,
    ...(keys !== undefined && { [names.listMapKeys]: keys }),
  }) as JsonSchema;
const problems = (value: unknown, schema: JsonSchema) =>
  atOnce(validateLists(value, schema, names, plainStyle)).map(fieldErrorText);

it.each([
  ['items of a set', list('set'), ['a', 'b', 'a', 'a', { x: 1, y: 2 }, { y: 2, x: 1 }], ['[2]', '[5]']],
  ['one key', list('map', ['k']), [{ k: 1, v: 1 }, { k: 1, v: 2 }, { k: '1' }, {}, {}], ['[1]', '[4]']],
  [
    'one key of two',
    list('map', ['k', 'l']),
    [{ k: 1 }, { l: 1, k: 1 }, { k: 1, l: 1, m: 1 }, { l: 1 }, { k: 1, n: 1 }],
    ['[2]', '[4]'],
  ],
])('%s that is there again is a problem', (_, schema, value, places) => {
  expect(problems(value, schema).map((text) => text.split(': ')[0])).toEqual(places);
});

it('of many items that are there twice the first thousand are problems', () => {
  const twice = Array.from({ length: 3_000 }, (_, index) => Math.floor(index / 2));
  expect(problems(twice, list('set'))).toHaveLength(1_000);
});

it('empty items of a list with thousands of keys are compared in no time', () => {
  const keys = Array.from({ length: 5_000 }, (_, index) => `k${index}`);
  const items = Array.from({ length: 20_000 }, () => ({}));
  const begun = process.threadCpuUsage();
  expect(problems(items, list('map', keys))).toHaveLength(1);
  const { user, system } = process.threadCpuUsage(begun);
  expect(user + system).toBeLessThan(1_000_000);
});
