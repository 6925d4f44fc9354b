import { describe, expect, test } from 'vitest';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { merged, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { horizontalPodAutoscaler } from './index.ts';

const bench = new VersionBench(horizontalPodAutoscaler(dependencies));
const storedVersion = 'autoscaling/v2';

const make = (spec: Written = {}, status: Written = {}): Written =>
  merged(
    {
      metadata: metadata('web'),
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 5 },
    },
    { spec, status },
  );
const decoded = (spec: Written = {}, status: Written = {}) =>
  bench.toStored(storedVersion, make(spec, status));

const cpu = (target: Written): Written => ({ type: 'Resource', resource: { name: 'cpu', target } });
const utilization = (averageUtilization: number): Written => ({ type: 'Utilization', averageUtilization });

describe('defaults', () => {
  test('are one replica and processor time at 80%', () => {
    expect(decoded().spec).toEqual({
      scaleTargetRef: { kind: 'Deployment', name: 'web' },
      minReplicas: 1,
      maxReplicas: 5,
      metrics: [cpu(utilization(80))],
    });
  });

  test('of the behavior come in both directions, where one is said', () => {
    const scaleUp = {
      stabilizationWindowSeconds: 10,
      policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }],
    };
    expect(decoded({ behavior: { scaleUp } }).spec.behavior).toEqual({
      scaleUp: { ...scaleUp, selectPolicy: 'Max' },
      scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
    });
    expect(decoded({ behavior: {} }).spec.behavior.scaleUp).toEqual({
      stabilizationWindowSeconds: 0,
      selectPolicy: 'Max',
      policies: [
        { type: 'Pods', value: 4, periodSeconds: 15 },
        { type: 'Percent', value: 100, periodSeconds: 15 },
      ],
    });
  });
});

const metric = (one: Written): Written => ({ metrics: [one] });
const first = 'spec.metrics[0]';
const pods = (target: Written, name = 'rps'): Written => ({
  type: 'Pods',
  pods: { metric: { name }, target },
});
const average = { type: 'AverageValue', averageValue: '1' };
const value = { type: 'Value', value: '1' };

describe('an autoscaler', () => {
  test.each<[string, Written, string[]]>([
    ['is fine', {}, []],
    [
      'has limits',
      { minReplicas: 0, maxReplicas: 0 },
      [
        'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
        'spec.maxReplicas: Invalid value: 0: must be greater than 0',
        'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
      ],
    ],
    [
      'has limits in order',
      { minReplicas: 6 },
      ['spec.maxReplicas: Invalid value: 5: must be greater than or equal to `minReplicas`'],
    ],
    [
      'scales something',
      { scaleTargetRef: { kind: '', name: 'a/b' } },
      [
        'spec.scaleTargetRef.kind: Required value',
        'spec.scaleTargetRef.name: Invalid value: "a/b": may not contain \'/\'',
      ],
    ],
    [
      'has metrics of a type',
      metric({ type: '' }),
      [
        `${first}.type: Required value: must specify a metric source type`,
        ...Array.from(
          { length: 2 },
          () =>
            `${first}.type: Unsupported value: "": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"`,
        ),
      ],
    ],
    [
      'has metrics that say what they are',
      metric({ type: 'Pods' }),
      [`${first}.pods: Required value: must populate information for the given metric source`],
    ],
    [
      'has metrics of one kind',
      metric({ ...cpu(utilization(50)), pods: { metric: { name: 'a' }, target: average } }),
      [`${first}.pods: Forbidden: must populate the given metric source only`],
    ],
    [
      'measures objects',
      metric({
        type: 'Object',
        object: { describedObject: { kind: '', name: '' }, metric: { name: '' }, target: { type: 'Value' } },
      }),
      [
        `${first}.object.describedObject.kind: Required value`,
        `${first}.object.describedObject.name: Required value`,
        `${first}.object.metric.name: Required value: must specify a metric name`,
        `${first}.object.target.averageValue: Required value: must set either a target value or averageValue`,
      ],
    ],
    [
      'measures other things in one way',
      metric({
        type: 'External',
        external: { metric: { name: 'q' }, target: { ...value, averageValue: '1' } },
      }),
      [
        `${first}.external.target.value: Forbidden: may not set both a target value for metric and a per-pod target`,
      ],
    ],
    [
      'measures other things in some way',
      metric({ type: 'External', external: { metric: { name: 'q' }, target: { type: 'Value' } } }),
      [
        `${first}.external.target.averageValue: Required value: must set either a target value for metric or a per-pod target`,
      ],
    ],
    [
      'measures pods',
      metric(pods({ type: '', averageValue: '0' }, 'a%')),
      [
        `${first}.pods.metric.name: Invalid value: "a%": may not contain '%'`,
        `${first}.pods.target.type: Required value: must specify a metric target type`,
        `${first}.pods.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue`,
        `${first}.pods.target.averageValue: Invalid value: resource.Quantity{i:resource.int64Amount{value:0, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"0", Format:"DecimalSI"}: must be positive`,
        `${first}.pods.target.averageValue: Required value: must specify a positive target averageValue`,
      ],
    ],
    [
      'measures resources',
      metric({
        type: 'Resource',
        resource: { name: '', target: { type: 'Utilization', averageUtilization: 0 } },
      }),
      [
        `${first}.resource.name: Required value: must specify a resource name`,
        `${first}.resource.target.averageUtilization: Invalid value: 0: must be greater than 0`,
      ],
    ],
    [
      'measures resources in some way',
      metric(cpu({ type: 'Utilization' })),
      [
        `${first}.resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization`,
      ],
    ],
    [
      'measures resources in one way',
      metric(cpu({ ...utilization(1), averageValue: '1' })),
      [
        `${first}.resource.target.averageValue: Forbidden: may not set both a target raw value and a target utilization`,
      ],
    ],
    [
      'does not measure single containers yet',
      metric({
        type: 'ContainerResource',
        containerResource: { name: 'cpu', container: 'a', target: utilization(5) },
      }),
      [
        `${first}.containerResource: Required value: must populate information for the given metric source (only allowed when HPAContainerMetrics feature is enabled)`,
      ],
    ],
    [
      'does not look back far, and has policies that do something',
      {
        behavior: {
          scaleUp: {
            stabilizationWindowSeconds: 3601,
            selectPolicy: 'Mean',
            policies: [{ type: 'All', value: 0, periodSeconds: 1801 }],
          },
          scaleDown: {
            stabilizationWindowSeconds: -1,
            policies: [{ type: 'Pods', value: 1, periodSeconds: 0 }],
          },
        },
      },
      [
        'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
        'spec.behavior.scaleUp.selectPolicy: Unsupported value: "Mean": supported values: "Disabled", "Max", "Min"',
        'spec.behavior.scaleUp.policies[0].type: Unsupported value: "All": supported values: "Percent", "Pods"',
        'spec.behavior.scaleUp.policies[0].value: Invalid value: 0: must be greater than zero',
        'spec.behavior.scaleUp.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
        'spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: -1: must be greater than or equal to zero',
        'spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value: 0: must be greater than zero',
      ],
    ],
  ])('%s', (_, spec, errors) => {
    expect(bench.createErrors(make(spec))).toEqual(errors);
  });

  test('that scales to nothing may go on', () => {
    const external = metric({ type: 'External', external: { metric: { name: 'q' }, target: value } });
    const object = make({ minReplicas: 0, ...external });
    expect(bench.updateErrors(object, make({ minReplicas: 0, ...external }))).toEqual([]);
    expect(bench.updateErrors(object, make(external))).toEqual([
      'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
    ]);
  });

  test('that measures containers may go on', () => {
    const spec = metric({
      type: 'ContainerResource',
      containerResource: { name: 'cpu', container: 'A', target: utilization(5) },
    });
    expect(bench.updateErrors(make(spec), make(spec))).toEqual([
      expect.stringMatching(/^spec\.metrics\[0\]\.containerResource\.container: Invalid value: "A"/),
    ]);
  });
});

test('negative replicas in the status of an autoscaler are refused', () => {
  expect(bench.statusErrors(make({}, { currentReplicas: -1, desiredReplicas: -1 }), make())).toEqual([
    'status.currentReplicas: Invalid value: -1: must be greater than or equal to 0',
    'status.desiredReplicas: Invalid value: -1: must be greater than or equal to 0',
  ]);
});

test.each<[Written, Written, string]>([
  [{}, {}, '<unknown>/80%'],
  [
    {},
    {
      currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 12 } } }],
    },
    '12%/80%',
  ],
  [metric(cpu(average)), {}, '<unknown>/1'],
  [metric(cpu({ type: 'Utilization' })), {}, '<unknown>/<auto>'],
  [metric({ type: 'Odd' }), {}, '<unknown type>'],
  [
    {
      metrics: [
        pods(average),
        { type: 'External', external: { metric: { name: 'q' }, target: average } },
        pods(average),
      ],
    },
    {
      currentMetrics: [
        { type: 'Pods', pods: { metric: { name: 'rps' }, current: { averageValue: '500m' } } },
      ],
    },
    '500m/1, <unknown>/1 (avg) + 1 more...',
  ],
  [
    metric({
      type: 'Object',
      object: { describedObject: { kind: 'A', name: 'a' }, metric: { name: 'q' }, target: value },
    }),
    { currentMetrics: [{ type: 'Object', object: { metric: { name: 'q' }, current: { value: '7' } } }] },
    '7/1',
  ],
])('its row %#', (spec, status, targets) => {
  expect(bench.row(make(spec, { currentReplicas: 2, ...status }))).toEqual([
    'web',
    'Deployment/web',
    targets,
    '1',
    5,
    2,
    '5m10s',
  ]);
});
