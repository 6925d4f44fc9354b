import { describe, expect, it } from 'vitest';
import {
  errorTexts,
  names,
  object,
  schemaPath,
  strict,
  text,
} from '../../../test/support/unit/structural-schemas.ts';
import { atOnce } from '../../util/slices.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { validateRootSchema } from './root.ts';

function problems(schema: JsonSchema | undefined, hasStatus = false, more: object = {}): string[] {
  return errorTexts(
    atOnce(validateRootSchema(schema, schemaPath, { hasStatus, options: { ...strict(), ...more } })),
  );
}

describe('the schema of a kind', () => {
  it.each<[string, JsonSchema | undefined, string[]]>([
    ['need not be there', undefined, []],
    ['may be plain', object({ a: text }), []],
    [
      'is not nullable',
      object({}, { nullable: true }),
      ['schema.nullable: Forbidden: nullable cannot be true at the root'],
    ],
    [
      'is structural',
      object({ a: {} }),
      ['schema.properties[a].type: Required value: must not be empty for specified object fields'],
    ],
    [
      'has the problems of single schemas',
      object({ a: { ...text, id: 'x' } }),
      ['schema.properties[a].id: Forbidden: id is not supported'],
    ],
    [
      'has those of single schemas before those of the structure',
      object({ a: { [names.mapType]: 'atomic', uniqueItems: true } }),
      [
        expect.stringMatching(/uniqueItems/),
        expect.stringMatching(/must be object if/),
        expect.stringMatching(/must not be empty for specified object fields/),
      ],
    ],
    [
      'names no dialect of JSON Schema',
      object({}, { $schema: 'x' }),
      [`schema: Invalid value: "": OpenAPIV3Schema 'schema' is not supported`],
    ],
    [
      'has valid defaults',
      object({ a: { ...text, default: 1 } }),
      [expect.stringMatching(/^schema\.properties\[a\]\.default: /)],
    ],
    [
      'has valid rules',
      object({ a: text }, { [names.validations]: [{ rule: '' }] }),
      [expect.stringMatching(/rule is not specified/)],
    ],
    [
      'has its rules looked at once it is structural',
      object({ a: {} }, { [names.validations]: [{ rule: '' }] }),
      ['schema.properties[a].type: Required value: must not be empty for specified object fields'],
    ],
  ])('%s', (_, schema, expected) => {
    expect(problems(schema)).toEqual(expected);
  });

  it('needed no structure in definitions from before', () => {
    expect(problems(object({ a: {} }), false, { requireStructural: false })).toEqual([]);
    expect(problems({ $schema: 'x' }, false, { requireStructural: false })).toEqual([]);
  });

  it('has no rules where these are not known', () => {
    const schema = object({ a: text }, { [names.validations]: [{ rule: '' }] });
    expect(problems(schema, false, { rules: undefined })).toEqual([]);
  });
});

describe('with the status subresource', () => {
  const older = { requireStructural: false };

  it.each<[string, JsonSchema]>([
    ['fields', object({ a: text }, { required: ['a'] })],
    ['words about it', { type: 'object', title: 't', description: 'd', example: {}, externalDocs: {} }],
    ['nothing', {}],
    ['fields that are not set', { type: 'object', allOf: undefined as never, nullable: false }],
    ['fields that are preserved', { type: 'object', [names.preserveUnknownFields]: true }],
  ])('a root may have %s', (_, schema) => {
    expect(problems(schema, true, older)).toEqual([]);
  });

  it.each<[string, JsonSchema]>([
    ['anyOf', { type: 'object', anyOf: [{}] }],
    ['an enumeration', { type: 'object', enum: [{}] }],
    ['a number of fields', { type: 'object', minProperties: 0 }],
    ['keys of any name', { type: 'object', additionalProperties: false }],
  ])('a root has no %s', (_, schema) => {
    expect(problems(schema, true, older)).toEqual([
      expect.stringMatching(
        /only \[Description Type Format .* XValidations\] fields are allowed at the root/,
      ),
    ]);
    expect(problems(schema, false, older)).toEqual([]);
  });

  it('a root is an object', () => {
    expect(problems({ type: 'string' }, true, older)).toEqual([
      'schema.type: Invalid value: "string": only "object" is allowed as the type at the root of the schema ' +
        'if the status subresource is enabled',
    ]);
    expect(problems({ type: 'string' }, false, older)).toEqual([]);
  });
});
