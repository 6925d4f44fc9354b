import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../../../test/support/unit/apply-fields.ts';
import { frozen } from '../../../../test/support/unit/patch-values.ts';
import { type ListOrder, listOrderOf } from './list-order.ts';
import { mergeConfig } from './merge.ts';
import { TypedSchemas } from './typed-schema.ts';

const schema = schemaOf('Pod');
const schemas = new TypedSchemas();

const asSet = (names: string) => ({ metadata: { finalizers: [...names] } });
const asItems = (names: string) => ({ spec: { containers: [...names].map((name) => ({ name })) } });

/** Each letter is an item. */
function merged(shape: (names: string) => object, live: string, applied: string, order: ListOrder) {
  const result = mergeConfig(
    frozen(shape(live)) as any,
    frozen(shape(applied)) as any,
    schema,
    schemas,
    order,
  );
  const { metadata, spec } = result.object as any;
  const names = spec?.containers.map(({ name }: { name: string }) => name) ?? metadata.finalizers;
  return { names: names.join(''), isReordered: result.isReordered };
}

describe.each([
  ['a set', asSet],
  ['a list of type map', asItems],
])('after an apply %s', (_what, shape) => {
  it.each<[string, string, string, string, string]>([
    ['the same items', 'abc', 'abc', 'abc', 'abc'],
    ['new items at the end', 'ab', 'abc', 'abc', 'abc'],
    ['new items at the beginning', 'ab', 'cab', 'cab', 'abc'],
    ['new items in between', 'ab', 'acb', 'acb', 'abc'],
    ['items in another order', 'abc', 'cba', 'cba', 'abc'],
    ['two items in another order', 'abcd', 'dbca', 'dbca', 'abcd'],
    ['a few of the items', 'abc', 'b', 'abc', 'abc'],
    ['the last items first', 'abcd', 'da', 'bcda', 'abcd'],
    ['new items among those that others have', 'xay', 'nam', 'xnaym', 'xaynm'],
    ['new items only', 'ab', 'cd', 'abcd', 'abcd'],
    ['items in another order around one of others', 'axb', 'ba', 'xba', 'axb'],
    ['new ones and another order', 'abc', 'cna', 'bcna', 'abcn'],
  ])('that lists %s (%s, then %s): %s, in earlier releases %s', (_case, live, applied, now, earlier) => {
    expect(merged(shape, live, applied, 'applied').names).toBe(now);
    expect(merged(shape, live, applied, 'live').names).toBe(earlier);
  });
});

it.each([
  ['abc', 'cba', true],
  ['abc', 'ba', true],
  ['axb', 'ab', false],
  ['ab', 'nab', false],
])('items of %s stand in another order after an apply of %s: %s', (live, applied, isReordered) => {
  expect(merged(asItems, live, applied, 'applied').isReordered).toBe(isReordered);
});

it.each<[string, ListOrder]>([
  ['1.20', 'live'],
  ['1.22', 'live'],
  ['1.23', 'applied'],
])('release %s has the order of what is %s', (release, order) => {
  expect(listOrderOf(release)).toBe(order);
});
