import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson } from '../api/codec/json.ts';
import { FieldSetTexts } from './field-set-texts.ts';

const texts = new FieldSetTexts();

const characters = ['a', '"', '{', '}', ']', ',', 'é', '"fieldsV1":{'];
const text = fc.string({ unit: fc.constantFrom('\\', ...characters) });
/** Without backslashes: of keys that end with one, the engine itself (V8 13.6) takes some for others. */
const name = fc.string({ unit: fc.constantFrom(...characters) });
const set = fc.letrec<{ node: object }>((tie) => ({
  node: fc.dictionary(
    fc.oneof(
      name.map((field) => `f:${field}`),
      fc.constantFrom('f:metadata', 'f:spec', 'f:status'),
    ),
    fc.oneof({ maxDepth: 3 }, fc.constant({}), tie('node')),
    { maxKeys: 3 },
  ),
})).node;
const entry = fc.record(
  { manager: text, time: fc.constant('2021-01-01T00:00:00Z'), fieldsV1: set, subresource: text },
  { requiredKeys: ['manager', 'fieldsV1'] },
);
const object = fc.record({
  kind: fc.constant('A'),
  apiVersion: fc.constant('a/v1'),
  metadata: fc.record(
    { name: text, labels: fc.dictionary(name, text), managedFields: fc.array(entry, { maxLength: 12 }) },
    { requiredKeys: ['name'] },
  ),
  spec: fc.record({ managedFields: fc.array(entry, { maxLength: 2 }), fieldsV1: set }, { requiredKeys: [] }),
});

describe('an object with the sets of its owners', () => {
  it('is written as any JSON is, and read back', () => {
    fc.assert(
      fc.property(object, (one) => {
        const text = JSON.stringify(one);
        expect(texts.write(one, JSON.stringify)).toBe(text);
        const parsed = texts.parse(text, JSON.parse);
        expect(JSON.stringify(parsed)).toBe(text);
        expect(texts.write(parsed, JSON.stringify)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('shares them with others that have the same', () => {
    const text =
      '{"kind":"A","apiVersion":"v1","metadata":{"managedFields":[{"manager":"a","fieldsV1":{"f:a":{"f:b":{}}}}]}}';
    const [one, other] = [texts.parse(text, JSON.parse), texts.parse(text, JSON.parse)];
    expect(one).not.toBe(other);
    const [first, second] = [one, other].map(({ metadata }) => metadata.managedFields[0].fieldsV1);
    expect(first).toEqual(second);
    expect(first['f:spec']).toBe(second['f:spec']);
  });

  it('does not keep those that are large', () => {
    const large = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`f:${index}`, {}]));
    const text = JSON.stringify({
      kind: 'A',
      apiVersion: 'v1',
      metadata: { managedFields: [{ fieldsV1: { 'f:spec': large } }] },
    });
    const [one, other] = [texts.parse(text, JSON.parse), texts.parse(text, JSON.parse)];
    expect(one).toEqual(other);
    const [first, second] = [one, other].map(({ metadata }) => metadata.managedFields[0].fieldsV1);
    expect(first['f:spec']).not.toBe(second['f:spec']);
  });

  it.each(['text', 7, true, [1], { 'f:a': { b: 12345678901234567890n }, 'f:b': 1, 'f:c': [2] }, null])(
    'is written with whatever a webhook has put there: %s',
    (fieldsV1) => {
      const one = { kind: 'A', metadata: { managedFields: [{ manager: 'a', fieldsV1 }] } };
      expect(texts.write(one, writeJson)).toBe(writeJson(one));
    },
  );
});

describe('what nobody here has written', () => {
  const metadata = (list: string, more = '') =>
    `{"kind":"A","apiVersion":"v1","metadata":{"managedFields":${list}}${more}}`;
  it.each([
    metadata('[{"fieldsV1":0},{"fieldsV1":{}}]'),
    metadata('[{"fieldsV1":{"f:a":{},"f:b":0}}]'),
    metadata('[{"fieldsV1":{"f:a":0,"f:b":{}}}]'),
    metadata('[{"fieldsV1":{"f:a":{"f:b":{}},"f:a":{}}}]'),
    metadata('[{"fieldsV1":{"f:\\u0061":{}}}]'),
    metadata('[{"fieldsV1":{"f:a" :{}}}]'),
    metadata('[{"fieldsV1":{"f:metadata":{"f:a":0},"f:b":{}}}]'),
    metadata('[{"fieldsV1":0}]', ',"spec":{"fieldsV1":{"a":1}}'),
    metadata('[{"fieldsV1":{"f:a":{}},"fieldsV1":{}}]'),
    metadata('[{"fieldsV1":{"f:a":{}}}],"managedFields":[{"fieldsV1":{}},{}]'),
    metadata('[{"fieldsV1":{"f:a":{}}}],"managedFields":[null]'),
    metadata('[{"fieldsV1":{"f:a":{}}}],"managedFields":"a"'),
    metadata('[{"fieldsV1":{"f:a":{}}},{"manager":"a"}]'),
    metadata('[{"manager":"a"},{"fieldsV1":{"f:a":{}}}]'),
    metadata('[{ "fieldsV1": {"f:a":{}} }]'),
    metadata('[{"fieldsV1":{"f:a":{}},"subresource":"\\""}]'),
    metadata('[{"fieldsV1":{"f:a":{}},"more":1}]'),
    metadata('null'),
    metadata('[{"manager":"a"}]', ',"spec":{"managedFields":[{"fieldsV1":{"f:a":{}}}]}'),
    '{"spec":{"managedFields":[{"fieldsV1":{"f:a":{}}}]},"metadata":{}}',
    '{"spec":{"managedFields":[{"fieldsV1":{"f:a":{}}}]},"metadata":{"managedFields":[{"fieldsV1":0}]}}',
    '[]',
    'null',
  ])('is read as any JSON is: %s', (text) => {
    expect(texts.parse(text, JSON.parse)).toEqual(JSON.parse(text));
  });

  it.each([
    metadata('[{"fieldsV1":{'),
    metadata('[{"fieldsV1":{"a'),
    metadata('[{"fieldsV1":{"a\\'),
    metadata('[{"fieldsV1":{a}}]'),
    metadata('[{"fieldsV1":{}}').slice(0, -2),
  ])('is refused as any text that is no JSON: %s', (text) => {
    expect(() => texts.parse(text, JSON.parse)).toThrow(SyntaxError);
  });
});
