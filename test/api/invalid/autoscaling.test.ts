import {
  describeInvalid,
  forbidden,
  invalid,
  notSupported,
  type Row,
  required,
} from '../../support/invalid.ts';

const m = 'spec.metrics[0]';
const metric = (value: object) => ({ 'spec.metrics': [value] });
const pods = { metric: { name: 'a' }, target: { type: 'AverageValue', averageValue: '1' } };
const policies = 'spec.behavior.scaleUp.policies';

/** Said alike in every version. */
const common: Row[] = [
  ['a name in capitals', { 'metadata.name': 'Web' }, [['metadata.name', invalid]]],
  [
    'no maximum',
    { 'spec.maxReplicas': 0 },
    [
      ['spec.maxReplicas', invalid, 'must be greater than 0'],
      ['spec.maxReplicas', invalid, 'must be greater than or equal to `minReplicas`'],
    ],
  ],
  [
    'a minimum of 0',
    { 'spec.minReplicas': 0 },
    [
      ['spec.minReplicas', invalid, 'must be greater than or equal to 1'],
      [
        'spec.metrics',
        forbidden,
        'must specify at least one Object or External metric to support scaling to zero replicas',
      ],
    ],
  ],
  [
    'a minimum above the maximum',
    { 'spec.minReplicas': 4 },
    [['spec.maxReplicas', invalid, 'must be greater than or equal to `minReplicas`']],
  ],
  ['nothing to scale', { 'spec.scaleTargetRef.name': '' }, [['spec.scaleTargetRef.name', required]]],
  ['no kind to scale', { 'spec.scaleTargetRef.kind': '' }, [['spec.scaleTargetRef.kind', required]]],
  [
    'a name with a slash to scale',
    { 'spec.scaleTargetRef.name': 'a/b' },
    [['spec.scaleTargetRef.name', invalid]],
  ],
];

describeInvalid([
  {
    apiVersions: ['autoscaling/v1'],
    kind: 'HorizontalPodAutoscaler',
    create: [
      ...common,
      [
        'a load of 0',
        { 'spec.targetCPUUtilizationPercentage': 0 },
        [['spec.metrics[0].resource.target.averageUtilization', invalid, 'must be greater than 0']],
      ],
    ],
    update: [['no maximum', { 'spec.maxReplicas': 0 }, [['spec.maxReplicas', invalid]]]],
  },
  {
    apiVersions: ['autoscaling/v2beta1'],
    kind: 'HorizontalPodAutoscaler',
    create: [
      ...common,
      [
        'a metric of no type',
        metric({}),
        [
          [`${m}.type`, required],
          [`${m}.type`, notSupported],
        ],
      ],
      [
        'a metric of no name',
        metric({ type: 'Pods', pods: { metricName: '', targetAverageValue: '1' } }),
        [[`${m}.pods.metric.name`, required]],
      ],
      [
        'a resource of no target',
        metric({ type: 'Resource', resource: { name: 'cpu' } }),
        [
          [
            `${m}.resource.target.averageUtilization`,
            required,
            'must set either a target raw value or a target utilization',
          ],
        ],
      ],
    ],
  },
  {
    apiVersions: ['autoscaling/v2', 'autoscaling/v2beta2'],
    kind: 'HorizontalPodAutoscaler',
    create: [
      ...common,
      [
        'a metric of no type',
        metric({}),
        [
          [`${m}.type`, required, 'must specify a metric source type'],
          [`${m}.type`, notSupported],
        ],
      ],
      ['a metric of another type', metric({ type: 'Mood' }), [[`${m}.type`, notSupported]]],
      [
        'a metric without what it says',
        metric({ type: 'Pods' }),
        [[`${m}.pods`, required, 'must populate information for the given metric source']],
      ],
      [
        'a metric that says more',
        metric({
          type: 'Pods',
          pods,
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1 } },
        }),
        [[`${m}.resource`, forbidden, 'must populate the given metric source only']],
      ],
      [
        'a metric of no name',
        metric({ type: 'Pods', pods: { ...pods, metric: { name: '' } } }),
        [[`${m}.pods.metric.name`, required]],
      ],
      [
        'pods of no target',
        metric({ type: 'Pods', pods: { ...pods, target: { type: 'AverageValue' } } }),
        [[`${m}.pods.target.averageValue`, required, 'must specify a positive target averageValue']],
      ],
      [
        'a target of another type',
        metric({ type: 'Pods', pods: { ...pods, target: { type: 'Best', averageValue: '1' } } }),
        [[`${m}.pods.target.type`, invalid, 'must be either Utilization, Value, or AverageValue']],
      ],
      [
        'a target below 0',
        metric({ type: 'Pods', pods: { ...pods, target: { type: 'AverageValue', averageValue: '-1' } } }),
        [
          [`${m}.pods.target.averageValue`, invalid, 'must be positive'],
          [`${m}.pods.target.averageValue`, required],
        ],
      ],
      [
        'a resource with both targets',
        metric({
          type: 'Resource',
          resource: {
            name: 'cpu',
            target: { type: 'Utilization', averageUtilization: 1, averageValue: '1' },
          },
        }),
        [
          [
            `${m}.resource.target.averageValue`,
            forbidden,
            'may not set both a target raw value and a target utilization',
          ],
        ],
      ],
      [
        'a resource without a name',
        metric({
          type: 'Resource',
          resource: { name: '', target: { type: 'Utilization', averageUtilization: 1 } },
        }),
        [[`${m}.resource.name`, required]],
      ],
      [
        'an object without a kind',
        metric({
          type: 'Object',
          object: {
            describedObject: { name: 'a' },
            metric: { name: 'm' },
            target: { type: 'Value', value: '1' },
          },
        }),
        [[`${m}.object.describedObject.kind`, required]],
      ],
      [
        'something outside with both targets',
        metric({
          type: 'External',
          external: { metric: { name: 'm' }, target: { type: 'Value', value: '1', averageValue: '1' } },
        }),
        [[`${m}.external.target.value`, forbidden]],
      ],
      [
        'a container, which is not offered yet',
        metric({
          type: 'ContainerResource',
          containerResource: {
            name: 'cpu',
            container: 'a',
            target: { type: 'Utilization', averageUtilization: 1 },
          },
        }),
        [[`${m}.containerResource`, required]],
      ],
      [
        'a window of two hours',
        { 'spec.behavior.scaleDown.stabilizationWindowSeconds': 7200 },
        [
          [
            'spec.behavior.scaleDown.stabilizationWindowSeconds',
            invalid,
            'must be less than or equal to 3600',
          ],
        ],
      ],
      [
        'another choice',
        { 'spec.behavior.scaleUp.selectPolicy': 'Middle' },
        [['spec.behavior.scaleUp.selectPolicy', notSupported]],
      ],
      [
        'another policy',
        { [policies]: [{ type: 'Luck', value: 1, periodSeconds: 1 }] },
        [[`${policies}[0].type`, notSupported]],
      ],
      [
        'a policy of nothing',
        { [policies]: [{ type: 'Pods', value: 0, periodSeconds: 1 }] },
        [[`${policies}[0].value`, invalid, 'must be greater than zero']],
      ],
      [
        'a policy for an hour',
        { [policies]: [{ type: 'Pods', value: 1, periodSeconds: 3600 }] },
        [[`${policies}[0].periodSeconds`, invalid, 'must be less than or equal to 1800']],
      ],
    ],
    status: [
      [
        'fewer than none',
        { 'status.currentReplicas': -1, 'status.desiredReplicas': 0 },
        [['status.currentReplicas', invalid]],
      ],
    ],
  },
]);
