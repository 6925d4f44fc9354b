import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { horizontalPodAutoscaler } from './horizontal-pod-autoscaler/index.ts';

/** Autoscalers by release: what a release is the first to do, beside one before it. */

const made = new Map<string, Bench<object>>();
function benchOf(release: string): Bench<object> {
  const gates = new FeatureGates(release);
  const base = {
    metadata: metadata('web'),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 1,
      maxReplicas: 5,
    },
  };
  const rules = horizontalPodAutoscaler({ ...dependencies, gates });
  const bench = made.get(release) ?? (new Bench(rules, base, release) as unknown as Bench<object>);
  made.set(release, bench);
  return bench;
}
const target = (change: Written): Written => ({ scaleTargetRef: change });

describe('an autoscaler', () => {
  test.each<[string, string, Written, RegExp[]]>([
    [
      '1.36',
      'no replicas at most',
      { maxReplicas: 0 },
      [/maxReplicas: Required value: must be set and greater than 0$/],
    ],
    [
      '1.36',
      'less than none',
      { maxReplicas: -1 },
      [/maxReplicas: Invalid value: -1: must be greater than or equal to 1$/],
    ],
    [
      '1.32',
      'no replicas at most',
      { maxReplicas: 0 },
      [/maxReplicas: Invalid value: 0: must be greater than 0$/],
    ],
    [
      '1.36',
      'a target without a group',
      target({ apiVersion: 'v1' }),
      [/apiVersion: .*apiVersion must specify API group$/],
    ],
    ['1.36', 'a controller of the core', target({ apiVersion: 'v1', kind: 'ReplicationController' }), []],
    ['1.32', 'a target without a group', target({ apiVersion: 'v1' }), []],
    [
      '1.36',
      'a tolerance below none',
      { behavior: { scaleUp: { tolerance: '-1' } } },
      [/behavior\.scaleUp\.tolerance: Invalid value: .*: must be greater than or equal to 0$/],
    ],
    [
      '1.36',
      'a metric of a container without one',
      { metrics: [{ type: 'ContainerResource' }] },
      [
        /metrics\[0\]\.containerResource: Required value: must populate information for the given metric source$/,
      ],
    ],
  ])('in %s: %s', (release, _, spec, expected) => {
    const { errors } = benchOf(release).create({ spec });
    for (const pattern of expected) expect(errors).toContainEqual(expect.stringMatching(pattern));
    if (expected.length === 0) expect(errors).toEqual([]);
  });

  test.each([
    ['1.29', '10%/50%'],
    ['1.30', 'cpu: 10%/50%'],
  ])('in %s shows what it aims at as %s', (release, expected) => {
    const resource = { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } };
    const current = { averageUtilization: 10, averageValue: '1' };
    const status = { currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current } }] };
    const row = benchOf(release).row({ spec: { metrics: [{ type: 'Resource', resource }] }, status });
    expect(row['Targets']).toBe(expected);
  });
});
