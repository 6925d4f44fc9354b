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

describe('a budget', () => {
  test.each<[string, Written, string[]]>([
    ['is fine', {}, []],
    ['may be a share', { minAvailable: '100%' }, []],
    ['may select nothing', { selector: undefined }, []],
    [
      'says one of two things',
      { selector: undefined, maxUnavailable: 1 },
      [
        'spec: Invalid value: {"minAvailable":2,"maxUnavailable":1}: minAvailable and maxUnavailable cannot be both set',
      ],
    ],
    [
      'is not negative',
      { minAvailable: -1 },
      ['spec.minAvailable: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'is not more than all',
      { minAvailable: undefined, maxUnavailable: '101%' },
      [
        'spec.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, StrVal:"101%"}: must not be greater than 100%',
      ],
    ],
    [
      'selects by labels',
      { selector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } },
      ['spec.selector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator'],
    ],
  ])('%s', (_, spec, errors) => {
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

describe('a status', () => {
  const first = 'status.conditions[0]';
  test.each<[string, Written, string[]]>([
    ['is fine', { conditions: [condition()] }, []],
    [
      'counts',
      { disruptionsAllowed: -1, currentHealthy: -1, desiredHealthy: -1, expectedPods: -1 },
      ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'].map(
        (name) => `status.${name}: Invalid value: -1: must be greater than or equal to 0`,
      ),
    ],
    [
      'has each condition once',
      { conditions: [condition(), condition()] },
      ['status.conditions[1].type: Duplicate value: "DisruptionAllowed"'],
    ],
    [
      'has conditions that say something',
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
      'gives reasons in one word',
      { conditions: [condition({ reason: 'not enough' })] },
      [
        expect.stringMatching(
          /^status\.conditions\[0\]\.reason: Invalid value: "not enough": a condition reason/,
        ) as never,
      ],
    ],
    [
      'is brief',
      { conditions: [condition({ reason: 'a'.repeat(1025), message: 'a'.repeat(32_769) })] },
      [
        `${first}.reason: Too long: must have at most 1024 bytes`,
        `${first}.message: Too long: must have at most 32768 bytes`,
      ],
    ],
  ])('%s', (_, status, errors) => {
    expect(bench.updateStatus({ status }).errors).toEqual(errors);
  });
});

test('numbers of a status are looked at in the newer version only', () => {
  const budget = bench.decode({ status: { currentHealthy: -1, conditions: [condition({ reason: '' })] } });
  const faults = (apiVersion: string) =>
    texts(bench.rules.status?.validateUpdate?.(budget, bench.decode(), apiVersion));
  const reason = 'status.conditions[0].reason: Required value: must be set';
  expect(faults('policy/v1beta1')).toEqual([reason]);
  expect(faults('policy/v1')).toEqual([
    reason,
    'status.currentHealthy: Invalid value: -1: must be greater than or equal to 0',
  ]);
});

test('spec and status are written apart', () => {
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

test('its row', () => {
  expect(bench.row({ status: { disruptionsAllowed: 1 } })).toEqual({
    Name: 'web',
    'Min Available': '2',
    'Max Unavailable': 'N/A',
    'Allowed Disruptions': 1,
    Age: '5m10s',
  });
});
