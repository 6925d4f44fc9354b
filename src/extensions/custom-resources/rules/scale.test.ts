import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { fieldErrorText } from '../../../api/validation/field-errors.ts';
import type { DefinitionVersion } from '../definition/definition.ts';
import { scaleRulesOf } from './scale.ts';
import { scaleValidation } from './scale-validation.ts';

const scale = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
};
const version = (subresources: object | undefined): DefinitionVersion =>
  ({ name: 'v1', subresources }) as DefinitionVersion;
const object = (spec: object, status: object = {}): ApiObject => ({
  kind: 'K',
  apiVersion: 'g/v1',
  metadata: {},
  spec,
  status,
});

describe('the scale of a custom resource', () => {
  const rules = scaleRulesOf(version({ scale }))!;

  it('is there where the definition has one', () => {
    expect(scaleRulesOf(version(undefined))).toBeUndefined();
    expect(scaleRulesOf(version({ status: {} }))).toBeUndefined();
  });

  it('has what is at its paths', () => {
    const one = object({ replicas: 3 }, { replicas: 2, selector: 'a=b' });
    expect([rules.specReplicas(one), rules.statusReplicas(one), rules.selector(one)]).toEqual([3, 2, 'a=b']);
  });

  it('has no replicas and no selector in its status where nothing is', () => {
    const one = object({ replicas: 3 });
    expect([rules.statusReplicas(one), rules.selector(one)]).toEqual([0, '']);
    const { labelSelectorPath: _, ...without } = scale;
    expect(scaleRulesOf(version({ scale: without }))!.selector(object({}, { selector: 'a=b' }))).toBe('');
  });

  it('needs replicas in its spec', () => {
    expect(() => rules.specReplicas(object({}))).toThrow(
      expect.objectContaining({
        code: 500,
        message: 'Internal error occurred: the spec replicas field ".spec.replicas" does not exist',
      }),
    );
  });

  it('is set at its path', () => {
    const one = object({});
    rules.setSpecReplicas(one, 5);
    expect(one['spec']).toEqual({ replicas: 5 });
  });

  it('is patched from a number that stands for none, which may not stay', () => {
    const { replicas, check } = rules.patch!;
    const none = replicas(object({}));
    expect(none).toBeLessThan(0);
    expect(replicas(object({ replicas: 4 }))).toBe(4);
    expect(() => check(none)).toThrow('the spec replicas field ".spec.replicas" cannot be empty');
    expect(() => check(0)).not.toThrow();
    expect(() => check(-1)).not.toThrow();
  });

  it('says what is wrong with what is stored', () => {
    const one = object({ replicas: 'x' }, { replicas: 'x', selector: 1 });
    for (const read of [rules.specReplicas, rules.statusReplicas, rules.selector])
      expect(() => read(one)).toThrow(expect.objectContaining({ code: 500, reason: undefined }));
  });
});

describe('the values at the paths of a scale', () => {
  const { validateSpecReplicas, validateStatusReplicas } = scaleValidation(scale);
  const both = (one: ApiObject): string[] =>
    [...validateSpecReplicas(one), ...validateStatusReplicas(one)].map(fieldErrorText);

  it.each<[string, object, object, string[]]>([
    ['may be numbers and a text', { replicas: 3 }, { replicas: 0, selector: 'a=b' }, []],
    ['may be missing', {}, {}, []],
    ['may be the largest', { replicas: 2_147_483_647 }, {}, []],
    [
      'may not be larger',
      { replicas: 2_147_483_648 },
      {},
      ['.spec.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647'],
    ],
    [
      'may not be negative',
      { replicas: -1 },
      {},
      ['.spec.replicas: Invalid value: -1: should be a non-negative integer'],
    ],
    [
      'are held to this in the status too',
      {},
      { replicas: -1 },
      ['.status.replicas: Invalid value: -1: should be a non-negative integer'],
    ],
    [
      'are numbers',
      { replicas: 'x' },
      {},
      [
        '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected int64',
      ],
    ],
    [
      'are a text',
      {},
      { selector: 1 },
      [
        '.status.selector: Invalid value: "": .status.selector accessor error: 1 is of the type int64, expected string',
      ],
    ],
  ])('%s', (_, spec, status, expected) => {
    expect(both(object(spec, status))).toEqual(expected);
  });

  it('are free where there is no scale', () => {
    const none = scaleValidation(undefined);
    const one = object({ replicas: -1 }, { replicas: -1 });
    expect([...none.validateSpecReplicas(one), ...none.validateStatusReplicas(one)]).toEqual([]);
  });
});
