import { describe, expect, test } from 'vitest';
import {
  Bench,
  created,
  dependencies,
  metadata,
  texts,
  type Written,
} from '../../../../test/support/unit/kinds.ts';
import { podDisruptionBudget } from './index.ts';

const bench = new Bench(podDisruptionBudget(dependencies), {
  metadata: metadata('web'),
  spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
});

describe('a PodDisruptionBudget', () => {
  test.each<[string, Written, string[]]>([
    ['valid', {}, []],
    ['a percentage', { minAvailable: '100%' }, []],
    ['no selector', { selector: undefined }, []],
    [
      'both minAvailable and maxUnavailable',
      { selector: undefined, maxUnavailable: 1 },
      [
        'spec: Invalid value: {"minAvailable":2,"maxUnavailable":1}: minAvailable and maxUnavailable cannot be both set',
      ],
    ],
    [
      'a negative amount',
      { minAvailable: -1 },
      ['spec.minAvailable: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'more than 100%',
      { minAvailable: undefined, maxUnavailable: '101%' },
      [
        'spec.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
      ],
    ],
    [
      'an invalid selector',
      { selector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } },
      ['spec.selector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator'],
    ],
  ])('is validated on create and update: %s', (_, spec, errors) => {
    expect(bench.create({ spec }).errors).toEqual(errors);
    expect(bench.update({ spec }).errors).toEqual(errors);
  });
});

const condition = (more: Written = {}): Written => ({
  type: 'DisruptionAllowed',
  status: 'True',
  reason: 'SufficientPods',
  lastTransitionTime: created,
  ...more,
});

describe('the status of a PodDisruptionBudget', () => {
  const first = 'status.conditions[0]';
  test.each<[string, Written, string[]]>([
    ['valid', { conditions: [condition()] }, []],
    [
      'negative numbers',
      { disruptionsAllowed: -1, currentHealthy: -1, desiredHealthy: -1, expectedPods: -1 },
      ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'].map(
        (name) => `status.${name}: Invalid value: -1: must be greater than or equal to 0`,
      ),
    ],
    [
      'a repeated condition',
      { conditions: [condition(), condition()] },
      ['status.conditions[1].type: Duplicate value: "DisruptionAllowed"'],
    ],
    [
      'a condition without reason, time and valid status',
      {
        conditions: [
          condition({ status: 'Yes', reason: '', lastTransitionTime: null, observedGeneration: -1 }),
        ],
      },
      [
        `${first}.status: Unsupported value: "Yes": supported values: "False", "True", "Unknown"`,
        `${first}.observedGeneration: Invalid value: -1: must be greater than or equal to zero`,
        `${first}.lastTransitionTime: Required value: must be set`,
        `${first}.reason: Required value: must be set`,
      ],
    ],
    [
      'an invalid reason',
      { conditions: [condition({ reason: 'not enough' })] },
      [
        expect.stringMatching(
          /^status\.conditions\[0\]\.reason: Invalid value: "not enough": a condition reason/,
        ) as never,
      ],
    ],
    [
      'reason and message that are too long',
      { conditions: [condition({ reason: 'a'.repeat(1025), message: 'a'.repeat(32_769) })] },
      [
        `${first}.reason: Too long: must have at most 1024 bytes`,
        `${first}.message: Too long: must have at most 32768 bytes`,
      ],
    ],
  ])('is validated: %s', (_, status, errors) => {
    expect(bench.updateStatus({ status }).errors).toEqual(errors);
  });
});

test('numbers of a PodDisruptionBudget status are validated in v1 only', () => {
  const budget = bench.decode({ status: { currentHealthy: -1, conditions: [condition({ reason: '' })] } });
  const statusErrors = (apiVersion: string) =>
    texts(bench.rules.status?.validateUpdate?.(budget, bench.decode(), apiVersion));
  const reason = 'status.conditions[0].reason: Required value: must be set';
  expect(statusErrors('policy/v1beta1')).toEqual([reason]);
  expect(statusErrors('policy/v1')).toEqual([
    reason,
    'status.currentHealthy: Invalid value: -1: must be greater than or equal to 0',
  ]);
});

test('spec and status of a PodDisruptionBudget are written separately', () => {
  const change = { spec: { minAvailable: 5 }, status: { disruptionsAllowed: 5 } };
  expect(bench.create(change).object.status.disruptionsAllowed).toBe(0);
  expect(bench.update(change).object).toMatchObject({
    spec: { minAvailable: 5 },
    status: { disruptionsAllowed: 0 },
  });
  expect(bench.updateStatus(change).object).toMatchObject({
    spec: { minAvailable: 2 },
    status: { disruptionsAllowed: 5 },
  });
});

test('the table of PodDisruptionBudgets shows the limits and the allowed disruptions', () => {
  expect(bench.row({ status: { disruptionsAllowed: 1 } })).toEqual({
    Name: 'web',
    'Min Available': '2',
    'Max Unavailable': 'N/A',
    'Allowed Disruptions': 1,
    Age: '5m10s',
  });
});
