import { describe, expect, it } from 'vitest';
import type { Schema } from '../../schema/schema.ts';
import { itemError, typeError } from './config-type-errors.ts';
import type { AssociativeList } from './typed-schema.ts';

const samples: [string, unknown][] = [
  ['map', {}],
  ['list', []],
  ['string', 'x'],
  ['boolean', true],
  ['integer', 1],
  ['large integer', 2n ** 60n],
  ['number', 1.5],
];

it.each<[Schema['type'], string[]]>([
  ['struct', ['map']],
  ['map', ['map']],
  ['list', ['list']],
  ['string', ['string']],
  ['bytes', ['string']],
  ['duration', ['string']],
  ['boolean', ['boolean']],
  ['int32', ['integer', 'large integer', 'number']],
  ['int64', ['integer', 'large integer', 'number']],
  ['double', ['integer', 'large integer', 'number']],
  ['int-or-string', samples.map(([name]) => name)],
])('a %s is written as %j and nothing else', (type, accepted) => {
  const taken = samples.filter(([, value]) => typeError(value, { type } as Schema) === undefined);
  expect(taken.map(([name]) => name)).toEqual(accepted);
});

it.each<[Schema['type'], unknown, string]>([
  ['struct', 'x', 'expected map, got &{x}'],
  ['list', 'x', 'expected list, got &{x}'],
  ['boolean', 'x', 'expected boolean, got &{x}'],
  ['string', 1, 'expected string, got &value.valueUnstructured{Value:1}'],
  ['string', true, 'expected string, got &value.valueUnstructured{Value:true}'],
  ['int32', 'x', 'expected numeric (int or float), got string'],
  ['int64', true, 'expected numeric (int or float), got bool'],
  ['double', [], 'expected numeric (int or float), got []interface {}'],
  ['double', {}, 'expected numeric (int or float), got map[string]interface {}'],
])('a %s that is written as %j is a problem in the words that clients know', (type, value, text) => {
  expect(typeError(value, { type } as Schema)).toBe(text);
});

describe('an item', () => {
  const set = { kind: 'set' } as AssociativeList;
  const map = { kind: 'map', keys: ['a', 'b'], defaults: { b: 'x' } } as unknown as AssociativeList;
  const omits = (key: string): string =>
    `associative list with keys has an element that omits key field "${key}" (and doesn't have default value)`;

  it.each<[string, AssociativeList, unknown, string | undefined]>([
    ['of a set is a scalar', set, 'x', undefined],
    ['of a set is no map', set, {}, "associative list without keys has an element that's a map type"],
    [
      'of a set is not null',
      set,
      null,
      "associative list without keys has an element that's an explicit null",
    ],
    ['of a set is no list', set, [], 'not supported: associative list with lists as elements'],
    ['with keys has them', map, { a: 1, b: 2 }, undefined],
    ['with keys may leave out what has a default', map, { a: 1 }, undefined],
    ['with keys leaves out no other', map, { b: 1 }, omits('a')],
    ['with keys is not null', map, null, 'associative list with keys may not have a null element'],
    ['with keys is a map', map, 'x', 'associative list with keys may not have non-map elements'],
    ['with keys is no list', map, [], 'associative list with keys may not have non-map elements'],
  ])('%s', (_, typed, item, expected) => {
    expect(itemError(item, typed)).toBe(expected);
  });
});
