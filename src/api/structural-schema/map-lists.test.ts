import { describe, expect, it } from 'vitest';
import { dialects } from '../meta/dialect.ts';
import { extensionNames, type JsonSchema } from '../schema/json-schema.ts';
import { FieldPath, fieldErrorText } from '../validation/field-errors.ts';
import { validateMapKeys, validateMapList } from './map-lists.ts';

const names = extensionNames(dialects[0]!);

/** Problems of a list of objects that have these keys. */
function problems(keys: readonly string[]): string[] {
  const properties = Object.fromEntries(keys.map((key) => [key, { type: 'string' }]));
  const schema = { type: 'array', [names.listType]: 'map', [names.listMapKeys]: keys };
  const list = { ...schema, items: { type: 'object', properties } } as JsonSchema;
  return validateMapList(list, FieldPath.of('s'), names).map(fieldErrorText);
}

it('a key that is there again is a problem', () => {
  expect(problems(['a', 'b'])).toEqual([]);
  expect(problems(['a', 'b', 'a'])).toEqual([
    `s.${names.listMapKeys}: Invalid value: []string{"a", "b", "a"}: must not contain duplicate entries`,
  ]);
});

it('keys are not compared each with each', () => {
  const keys = Array.from({ length: 40_000 }, (_, index) => `k${index}`);
  const begun = process.threadCpuUsage();
  expect(problems(keys)).toEqual([]);
  const { user, system } = process.threadCpuUsage(begun);
  expect(user + system).toBeLessThan(1_500_000);
});

describe('a list of objects with keys', () => {
  const { listType, listMapKeys } = names;
  const text: JsonSchema = { type: 'string' };
  const map = (items: unknown, keys?: string[]): JsonSchema => ({
    type: 'array',
    [listType]: 'map',
    ...(items === undefined ? {} : { items }),
    ...(keys === undefined ? {} : { [listMapKeys]: keys }),
  });
  const item = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
    type: 'object',
    properties,
    ...more,
  });
  const ofMap = `if ${listType} is map`;
  const ofParent = `if parent array's ${listType} is map`;

  it.each<[string, JsonSchema, string[]]>([
    ['may have one key', map(item({ a: text }), ['a']), []],
    ['may have two', map(item({ a: text, b: { type: 'integer' } }), ['a', 'b']), []],
    ['needs a key', map(item({ a: text })), [`s.${listMapKeys}: Required value: must not be empty ${ofMap}`]],
    [
      'needs one in its list',
      map(item({ a: text }), []),
      [`s.${listMapKeys}: Required value: must not be empty ${ofMap}`],
    ],
    ['needs items', map(undefined, ['a']), [`s.items: Required value: must have a schema ${ofMap}`]],
    [
      'needs one schema of items',
      map([text], ['a']),
      [expect.stringContaining(`must only have a single schema ${ofMap}`)],
    ],
    [
      'needs objects',
      map(text, ['a']),
      [`s.items.type: Invalid value: "string": must be object ${ofParent}`],
    ],
    [
      'needs items with a type',
      map({}, ['a']),
      [`s.items.type: Invalid value: "": must be object ${ofParent}`],
    ],
    [
      'needs its keys in its items',
      map(item({ a: text }), ['b']),
      [`s.${listMapKeys}: Invalid value: []string{"b"}: entries must all be names of item properties`],
    ],
    [
      'has no keys that all objects have by nature',
      map(item({ a: text }), ['constructor']),
      [
        `s.${listMapKeys}: Invalid value: []string{"constructor"}: entries must all be names of item properties`,
      ],
    ],
    [
      'has no list as a key',
      map(item({ a: { type: 'array' } }), ['a']),
      [`s.items.properties[a].type: Invalid value: "object": must be a scalar type ${ofParent}`],
    ],
    [
      'has no object as a key',
      map(item({ a: { type: 'object' } }), ['a']),
      [`s.items.properties[a].type: Invalid value: "object": must be a scalar type ${ofParent}`],
    ],
    [
      'has no key twice, whatever else is wrong with it',
      map(item({}), ['a', 'a']),
      [
        `s.${listMapKeys}: Invalid value: []string{"a", "a"}: entries must all be names of item properties`,
        `s.${listMapKeys}: Invalid value: []string{"a", "a"}: entries must all be names of item properties`,
        `s.${listMapKeys}: Invalid value: []string{"a", "a"}: must not contain duplicate entries`,
      ],
    ],
  ])('%s', (_, schema, expected) => {
    expect(validateMapList(schema, FieldPath.of('s'), names).map(fieldErrorText)).toEqual(expected);
  });

  const must = `this property is in ${listMapKeys}, so it`;
  it.each<[string, JsonSchema, string[]]>([
    ['are required', map(item({ a: text }, { required: ['a'] }), ['a']), []],
    ['have a default', map(item({ a: { ...text, default: 'x' } }), ['a']), []],
    [
      'may be required and have one',
      map(item({ a: { ...text, default: '' } }, { required: ['a'] }), ['a']),
      [],
    ],
    [
      'are not left out',
      map(item({ a: text }, { required: ['b'] }), ['a']),
      [
        `s.items.properties[a].default: Required value: ${must} must have a default or be a required property`,
      ],
    ],
    [
      'are not null',
      map(item({ a: { ...text, nullable: true } }, { required: ['a'] }), ['a']),
      [`s.items.properties[a].nullable: Forbidden: ${must} cannot be nullable`],
    ],
    [
      'are in items that are not null',
      map(item({ a: text }, { required: ['a'], nullable: true }), ['a']),
      [`s.items.nullable: Forbidden: cannot be nullable when ${listType} is map`],
    ],
    ['that are not there have their error elsewhere', map(item({}), ['a']), []],
    ['are of no interest in an atomic list', { ...map(item({ a: text }), ['a']), [listType]: 'atomic' }, []],
    ['are of no interest without items', map(undefined, ['a']), []],
  ])('whose keys %s', (_, schema, expected) => {
    expect(validateMapKeys(schema, FieldPath.of('s'), names).map(fieldErrorText)).toEqual(expected);
  });
});
