import { describe, expect, it } from 'vitest';
import { dialects } from '../../../api/meta/dialect.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { extensionNames, type JsonSchema } from '../../../api/schema/json-schema.ts';
import { plainStyle } from '../../../api/structural-schema/value-style.ts';
import { fieldErrorText } from '../../../api/validation/field-errors.ts';
import { atOnce } from '../../../util/slices.ts';
import type { DefinitionVersion } from '../definition/definition.ts';
import type { CustomKind } from '../kind/custom-kind.ts';
import { instanceValidation } from './validation.ts';

const names = extensionNames(dialects[0]!);
const scale = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
};
const schema: JsonSchema = {
  type: 'object',
  [names.validations]: [{ rule: '!has(self.spec) || self.spec.size < 10', message: 'too large' }],
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer', minimum: 1 },
        replicas: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' }, [names.listType]: 'set' },
        template: { type: 'object', [names.embeddedResource]: true },
      },
    },
    status: { type: 'object', properties: { size: { type: 'integer', maximum: 5 } } },
  },
};

function validation(more: Partial<CustomKind> = {}) {
  const kind = {
    node: undefined,
    ruleRelease: '1.25',
    style: plainStyle,
    validation: schema,
    ...more,
  } as CustomKind;
  const made = instanceValidation(kind, { subresources: { scale } } as DefinitionVersion, names);
  const object = (fields: object): ApiObject =>
    ({ apiVersion: 'v', kind: 'K', metadata: { name: 'x' }, ...fields }) as ApiObject;
  return {
    create: (fields: object) => atOnce(made.create(object(fields))).map(fieldErrorText),
    update: (fields: object, old: object) =>
      atOnce(made.update(object(fields), object(old))).map(fieldErrorText),
    status: (fields: object, old: object) =>
      atOnce(made.status(object(fields), object(old))).map(fieldErrorText),
  };
}

const tooSmall = expect.stringContaining('spec.size: Invalid value: 0: ');
const tooLarge = '<nil>: Invalid value: "object": too large';
const notAsked = expect.stringContaining(
  'some validation rules were not checked because the object was invalid',
);
const negative = (where: string) => `.${where}.replicas: Invalid value: -1: should be a non-negative integer`;
const twice = expect.stringContaining('spec.tags[1]: Duplicate value');

describe('a new instance', () => {
  it.each<[string, object, unknown[]]>([
    ['that is valid', { spec: { size: 1, replicas: 3, tags: ['a', 'b'] } }, []],
    ['that breaks the schema; its rules are not asked then', { spec: { size: 0 } }, [tooSmall, notAsked]],
    ['that breaks a rule', { spec: { size: 10 } }, [tooLarge]],
    ['whose replicas are none', { spec: { size: 1, replicas: -1 } }, [negative('spec'), notAsked]],
    [
      'whose replicas there are are none',
      { spec: { size: 1 }, status: { replicas: -1 } },
      [negative('status'), notAsked],
    ],
    ['with an item of a set twice', { spec: { size: 1, tags: ['a', 'a'] } }, [twice, notAsked]],
    [
      'with an object in it that says not what it is',
      { spec: { size: 1, template: {} } },
      [
        expect.stringContaining('spec.template.apiVersion: Required value'),
        expect.stringContaining('spec.template.kind: Required value'),
        notAsked,
      ],
    ],
    [
      'with all of it, in this order',
      { spec: { size: 0, replicas: -1, tags: ['a', 'a'] }, status: { replicas: -1 } },
      [tooSmall, negative('spec'), negative('status'), twice, notAsked],
    ],
  ])('%s', (_, object, expected) => {
    expect(validation().create(object)).toEqual(expected);
  });

  it('is anything that has replicas where there is no schema', () => {
    const { create } = validation({ validation: undefined });
    expect(create({ spec: { size: 'x', tags: ['a', 'a'] } })).toEqual([]);
    expect(create({ spec: { replicas: -1 } })).toEqual([negative('spec')]);
  });

  it('breaks no rule where rules do not count', () => {
    const { create } = validation({ ruleRelease: undefined });
    expect(create({ spec: { size: 10 } })).toEqual([]);
    expect(create({ spec: { size: 0 } })).toEqual([tooSmall]);
  });

  it('that is nothing of its type is called as clients call it', () => {
    const { create } = validation({
      validation: { type: 'object', required: ['spec'], maxProperties: 1 },
      ruleRelease: undefined,
    });
    expect(create({}).some((text) => text.startsWith('<nil>: '))).toBe(true);
  });
});

describe('a change of an instance', () => {
  const valid = { spec: { size: 1 } };
  it.each<[string, object, object, unknown[]]>([
    ['that is valid', valid, valid, []],
    ['that breaks the schema', { spec: { size: 0 } }, valid, [tooSmall, notAsked]],
    ['that breaks a rule', { spec: { size: 10 } }, valid, [tooLarge]],
    ['that puts an item into a set twice', { spec: { size: 1, tags: ['a', 'a'] } }, valid, [twice, notAsked]],
    [
      'that leaves a set as it was before there was a rule',
      { spec: { size: 1, tags: ['a', 'a'] } },
      { spec: { size: 1, tags: ['b', 'b'] } },
      [],
    ],
    ['of replicas', { spec: { size: 1, replicas: -1 } }, valid, [negative('spec'), notAsked]],
  ])('%s', (_, object, old, expected) => {
    expect(validation().update(object, old)).toEqual(expected);
  });
});

describe('a change of the status', () => {
  const old = { spec: { size: 1 } };
  it.each<[string, object, unknown[]]>([
    ['that is valid', { ...old, status: { size: 5 } }, []],
    [
      'that breaks the schema',
      { ...old, status: { size: 6 } },
      [expect.stringContaining('status.size'), notAsked],
    ],
    ['of replicas', { ...old, status: { replicas: -1 } }, [negative('status'), notAsked]],
    [
      'of a selector that is none',
      { ...old, status: { selector: 1 } },
      [expect.stringContaining('.status.selector'), notAsked],
    ],
    ['is not about the replicas that are wanted', { spec: { size: 1, replicas: -1 } }, []],
    ['is about the rules', { spec: { size: 10 } }, [tooLarge]],
    ['is not about lists', { spec: { size: 1, tags: ['a', 'a'] } }, []],
  ])('%s', (_, object, expected) => {
    expect(validation().status(object, old)).toEqual(expected);
  });
});
