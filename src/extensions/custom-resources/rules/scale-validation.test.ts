import { describe, expect, it } from 'vitest';
import { fieldErrorText } from '../../../api/validation/field-errors.ts';
import { scaleValidation } from './scale-validation.ts';

const paths = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' };
const problems = (object: object, scale: Parameters<typeof scaleValidation>[0]) => {
  const { validateSpecReplicas, validateStatusReplicas } = scaleValidation(scale);
  return [...validateSpecReplicas(object), ...validateStatusReplicas(object)].map(fieldErrorText);
};

describe('the values at the paths of a scale', () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ spec: { n: 0 }, status: { n: 2_147_483_647 } }, []],
    [{ spec: { n: -1 } }, ['.spec.n: Invalid value: -1: should be a non-negative integer']],
    [
      { status: { n: 2_147_483_648 } },
      ['.status.n: Invalid value: 2147483648: should be less than or equal to 2147483647'],
    ],
    [{ spec: { n: 'x' } }, [expect.stringMatching(/^\.spec\.n: Invalid value: 0: /)]],
    [{ spec: [] }, [expect.stringMatching(/^\.spec\.n: Invalid value: 0: /)]],
  ])('of %j', (object, expected) => {
    expect(problems(object, paths)).toEqual(expected);
  });

  it.each<[object, string[]]>([
    [{ status: { selector: 'a=b' } }, []],
    [{ status: {} }, []],
    [{ status: { selector: 1 } }, [expect.stringMatching(/^\.status\.selector: Invalid value: "": /)]],
  ])('of %j, with a selector', (object, expected) => {
    expect(problems(object, { ...paths, labelSelectorPath: '.status.selector' })).toEqual(expected);
  });

  it('are none where there is no scale, or no selector', () => {
    expect(problems({ spec: { n: -1 } }, undefined)).toEqual([]);
    expect(problems({ status: { selector: 1 } }, paths)).toEqual([]);
  });
});
