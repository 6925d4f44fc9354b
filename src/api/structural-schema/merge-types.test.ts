import { describe, expect, it } from 'vitest';
import {
  errorTexts,
  integer,
  list,
  names,
  object,
  schemaPath,
  strict,
  text,
} from '../../../test/support/unit/structural-schemas.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { validateListType, validateMapType } from './merge-types.ts';

const { listType, mapType, listMapKeys } = names;
const lists = (schema: JsonSchema, more: object = {}): string[] =>
  errorTexts(validateListType(schema, schemaPath, { ...strict(), ...more }));
const maps = (schema: JsonSchema): string[] => errorTexts(validateMapType(schema, schemaPath, strict()));

describe(`the type of a map`, () => {
  it.each<[string, JsonSchema, string[]]>([
    ['need not be said', { type: 'string' }, []],
    ['may be atomic', { type: 'object', [mapType]: 'atomic' }, []],
    ['may be granular', { type: 'object', [mapType]: 'granular' }, []],
    [
      'is nothing else',
      { type: 'object', [mapType]: 'set' },
      [`schema.${mapType}: Unsupported value: "set": supported values: "atomic", "granular"`],
    ],
    [
      'is for objects',
      { type: 'array', [mapType]: 'atomic' },
      [`schema.type: Invalid value: "array": must be object if ${mapType} is specified`],
    ],
    [
      'is for what has a type',
      { [mapType]: 'atomic' },
      [`schema.type: Required value: must be object if ${mapType} is specified`],
    ],
  ])('%s', (_, schema, expected) => {
    expect(maps(schema)).toEqual(expected);
  });
});

describe('the type of a list', () => {
  const mapItem = object({ a: text }, { required: ['a'] });

  it.each<[string, JsonSchema, string[]]>([
    ['need not be said', { type: 'string' }, []],
    ['may be atomic', list(text, { [listType]: 'atomic' }), []],
    ['may be a set', list(text, { [listType]: 'set' }), []],
    ['may be a map', list(mapItem, { [listType]: 'map', [listMapKeys]: ['a'] }), []],
    [
      'is nothing else',
      list(text, { [listType]: 'granular' }),
      [`schema.${listType}: Unsupported value: "granular": supported values: "atomic", "set", "map"`],
    ],
    [
      'is for lists',
      { type: 'object', [listType]: 'set' },
      [`schema.type: Invalid value: "object": must be array if ${listType} is specified`],
    ],
    [
      'is for what has a type',
      { [listType]: 'set' },
      [`schema.type: Required value: must be array if ${listType} is specified`],
    ],
    [
      'is there where keys are',
      list(mapItem, { [listMapKeys]: ['a'] }),
      [`schema.${listType}: Required value: must be map if ${listMapKeys} is non-empty`],
    ],
    [
      'is a map where keys are',
      list(text, { [listType]: 'set', [listMapKeys]: ['a'] }),
      [`schema.${listType}: Invalid value: "set": must be map if ${listMapKeys} is non-empty`],
    ],
    [
      'may be anything where the list of keys is empty',
      list(text, { [listType]: 'set', [listMapKeys]: [] }),
      [],
    ],
  ])('%s', (_, schema, expected) => {
    expect(lists(schema)).toEqual(expected);
  });
});

describe('items of a set', () => {
  // The value that is shown is that of the type of a list, whichever is wrong: clients know it so.
  const mustBeAtomic = (field: string, found: string): string[] => [
    `schema.items.${field}: Invalid value: ${found}: must be atomic as item of a list with ${listType}=set`,
  ];
  const set = (items: JsonSchema): JsonSchema => list(items, { [listType]: 'set' });

  it.each<[string, JsonSchema, string[]]>([
    ['may be scalars', integer, []],
    ['may be lists, which are atomic by default', list(text), []],
    ['may be atomic lists', list(text, { [listType]: 'atomic' }), []],
    ['may not be sets', list(text, { [listType]: 'set' }), mustBeAtomic(listType, '"set"')],
    ['may be atomic objects', object({}, { [mapType]: 'atomic' }), []],
    ['may not be granular objects', object({}, { [mapType]: 'granular' }), mustBeAtomic(mapType, '"null"')],
    ['may not be objects, which are granular by default', object({}), mustBeAtomic(mapType, '"null"')],
    [
      'may not be null',
      { ...text, nullable: true },
      [`schema.items.nullable: Forbidden: cannot be nullable when ${listType} is set`],
    ],
  ])('%s', (_, items, expected) => {
    expect(lists(set(items))).toEqual(expected);
  });

  it('are not looked at in definitions from before these rules', () => {
    const older = { requireAtomicSets: false, requireMapKeys: false };
    expect(lists(set(object({})), older)).toEqual([]);
    expect(lists(set({ ...text, nullable: true }), older)).toEqual([]);
  });

  it('are not looked at where there are none, or the list is none', () => {
    expect(lists({ type: 'array', [listType]: 'set' })).toEqual([]);
    expect(lists({ type: 'object', items: object({}), [listType]: 'set' })).toEqual([
      `schema.type: Invalid value: "object": must be array if ${listType} is specified`,
    ]);
  });
});
