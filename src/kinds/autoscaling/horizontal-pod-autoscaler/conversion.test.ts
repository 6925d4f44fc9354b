import { describe, expect, test } from 'vitest';
import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { horizontalPodAutoscaler } from './index.ts';

const bench = new VersionBench(horizontalPodAutoscaler(dependencies));
const [v1, v2beta1, v2] = ['autoscaling/v1', 'autoscaling/v2beta1', 'autoscaling/v2'] as const;

describeConversions(bench);

const base = { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 5 };
const object = (spec: object, status: object = {}) => ({
  metadata: { name: 'web' },
  spec: { ...base, ...spec },
  status,
});
const annotation = (name: string) => `autoscaling.alpha.orch.io/${name}`;

const cpu = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
};
const rps = {
  type: 'Pods',
  pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '5' } },
};
const flatRps = { type: 'Pods', pods: { metricName: 'rps', targetAverageValue: '5' } };

describe('the first version', () => {
  test('has one target, 80% when nothing is said', () => {
    const spec = (given: object) => bench.fromStored(v1, bench.toStored(v1, object(given))).spec;
    expect(spec({}).targetCPUUtilizationPercentage).toBe(80);
    expect(spec({ targetCPUUtilizationPercentage: 50 }).targetCPUUtilizationPercentage).toBe(50);
  });

  test('has everything else in annotations', () => {
    const condition = { type: 'AbleToScale', status: 'True', lastTransitionTime: null };
    const current = {
      type: 'Resource',
      resource: { name: 'cpu', current: { averageUtilization: 12, averageValue: '1' } },
    };
    const stored = bench.toStored(
      v2,
      object({ metrics: [rps, cpu], behavior: {} }, { currentMetrics: [current], conditions: [condition] }),
    );
    const served = bench.fromStored(v1, stored);
    expect(served.spec.targetCPUUtilizationPercentage).toBe(50);
    expect(served.status.currentCPUUtilizationPercentage).toBe(12);
    expect(served.metadata.annotations).toEqual({
      [annotation('behavior')]:
        '{"ScaleUp":{"StabilizationWindowSeconds":0,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":15},{"Type":"Percent","Value":100,"PeriodSeconds":15}]},"ScaleDown":{"StabilizationWindowSeconds":null,"SelectPolicy":"Max","Policies":[{"Type":"Percent","Value":100,"PeriodSeconds":15}]}}',
      [annotation('conditions')]: JSON.stringify([condition]),
      [annotation('current-metrics')]:
        '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":12,"currentAverageValue":"1"}}]',
      [annotation('metrics')]: JSON.stringify([flatRps]),
    });
    expect(bench.toStored(v1, served)).toEqual(stored);
  });

  test('changes the target and leaves the rest', () => {
    const served = bench.fromStored(v1, bench.toStored(v2, object({ metrics: [cpu, rps] })));
    served.spec.targetCPUUtilizationPercentage = 60;
    const { metrics } = bench.toStored(v1, served).spec;
    expect(metrics).toHaveLength(2);
    expect(metrics[1].resource.target.averageUtilization).toBe(60);
  });

  test('keeps the order of metrics that nobody has touched', () => {
    const stored = bench.toStored(v2, object({ metrics: [cpu, rps] }));
    const served = bench.fromStored(v1, stored);
    expect(Object.keys(served.metadata.annotations)).toContain('conversion.orch.io/kept-fields');
    expect(bench.toStored(v1, served)).toEqual(stored);
  });

  test.each([
    ['no JSON', '{'],
    ['of another form', '{"type":"Pods"}'],
    ['of another type', '[{"type":1}]'],
    ['of no amount', '[{"type":"Pods","pods":{"metricName":"rps","targetAverageValue":"much"}}]'],
  ])('does not look at annotations that are %s', (_, text) => {
    const stored = bench.toStored(v1, {
      ...object({ targetCPUUtilizationPercentage: 50 }),
      metadata: { annotations: { [annotation('metrics')]: text, a: 'b' } },
    });
    expect(stored.spec.metrics).toEqual([cpu]);
    expect(stored.metadata.annotations).toEqual({ a: 'b' });
  });

  test('reads keys of the behavior in any case', () => {
    const text = '{"scaledown":{"SELECTPOLICY":"Min"},"ScaleUp":null}';
    const stored = bench.toStored(v1, {
      ...object({}),
      metadata: { annotations: { [annotation('behavior')]: text } },
    });
    expect(stored.spec.behavior.scaleDown.selectPolicy).toBe('Min');
  });
});

describe('flat metrics', () => {
  const reference = { kind: 'Ingress', name: 'web' };
  test.each<[string, object, object]>([
    ['pods', flatRps, rps],
    [
      'an object',
      { type: 'Object', object: { target: reference, metricName: 'rps', targetValue: '5' } },
      {
        type: 'Object',
        object: {
          describedObject: reference,
          metric: { name: 'rps' },
          target: { type: 'Value', value: '5' },
        },
      },
    ],
    [
      'a resource',
      { type: 'Resource', resource: { name: 'memory', targetAverageValue: '1Gi' } },
      {
        type: 'Resource',
        resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
      },
    ],
    [
      'a container',
      {
        type: 'ContainerResource',
        containerResource: { name: 'cpu', targetAverageUtilization: 5, container: 'a' },
      },
      {
        type: 'ContainerResource',
        containerResource: {
          name: 'cpu',
          target: { type: 'Utilization', averageUtilization: 5 },
          container: 'a',
        },
      },
    ],
    [
      'something else',
      {
        type: 'External',
        external: { metricName: 'q', metricSelector: { matchLabels: { a: 'b' } }, targetAverageValue: '5' },
      },
      {
        type: 'External',
        external: {
          metric: { name: 'q', selector: { matchLabels: { a: 'b' } } },
          target: { type: 'AverageValue', averageValue: '5' },
        },
      },
    ],
  ])('of %s', (_, flat, full) => {
    const stored = bench.toStored(v2beta1, object({ metrics: [flat] }));
    expect(stored.spec.metrics).toEqual([full]);
    const served = bench.fromStored(v2beta1, stored);
    expect(served.spec.metrics).toEqual([flat]);
    expect(served.metadata.annotations).toBeUndefined();
  });
});

test('nobody but the older versions sees or says the annotations', () => {
  const annotations = Object.fromEntries(
    ['metrics', 'current-metrics', 'conditions', 'behavior'].map((name) => [annotation(name), '[]']),
  );
  for (const apiVersion of [v2, 'autoscaling/v2beta2']) {
    expect(
      bench.toStored(apiVersion, { ...object({}), metadata: { annotations } }).metadata.annotations,
    ).toBeUndefined();
  }
});
