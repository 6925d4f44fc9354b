import { expect, test } from 'vitest';
import { atOnce } from '../../util/slices.ts';
import { valueOfJson } from '../cel/values/json.ts';
import { Environments } from './environments.ts';
import { budgets, Evaluation, OutOfBudgetError } from './evaluation.ts';
import { compileValidatingPolicy } from './validating-policy.ts';

const environments = new Environments('1.36');
const policyOf = (spec: object) =>
  atOnce(
    compileValidatingPolicy(
      { apiVersion: '', kind: '', metadata: { name: 'p' }, spec: spec as never },
      environments,
    ),
  );

/** The outcome of each validation of a policy. */
function outcomes(spec: { validations: object[] }, left = { cost: budgets.policy as number }) {
  const policy = policyOf(spec);
  const request = new Map([['object', valueOfJson({ spec: { n: 3 } })]]);
  const evaluation = new Evaluation(policy, request, valueOfJson({ max: 2 }));
  return policy.validations.map((validation) => evaluation.evaluate(validation, left));
}

test('variables may use those before them, and are worked out when they are used', () => {
  const variables = [
    { name: 'n', expression: 'object.spec.n' },
    { name: 'twice', expression: 'variables.n * 2' },
    { name: 'unused', expression: 'object.nope' },
  ];
  expect(outcomes({ variables, validations: [{ expression: 'variables.twice == 6' }] } as never)).toEqual([
    { value: true },
  ]);
});

test('an error of a variable is one of the expression that uses it', () => {
  const variables = [{ name: 'x', expression: 'object.nope' }];
  expect(outcomes({ variables, validations: [{ expression: 'variables.x == 1' }] } as never)).toEqual([
    {
      problem:
        'expression \'variables.x == 1\' resulted in error: composited variable "x" fails to evaluate: no such key: nope',
    },
  ]);
});

test('parameters are known to a policy that has some', () => {
  const validations = [{ expression: 'object.spec.n > params.max' }];
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
  expect(outcomes({ paramKind, validations } as never)).toEqual([{ value: true }]);
  expect(outcomes({ validations })).toEqual([
    { problem: expect.stringContaining("undeclared reference to 'params'") },
  ]);
});

test('one expression may cost only so much, and all of them together', () => {
  const costly = { expression: 'lists.range(400000).all(x, x >= 0)' };
  expect(outcomes({ validations: [costly] })).toEqual([
    { problem: expect.stringContaining('actual cost limit exceeded') },
  ]);
  expect(() => outcomes({ validations: [{ expression: 'object.spec.n == 3' }] }, { cost: 2 })).toThrow(
    OutOfBudgetError,
  );
});
