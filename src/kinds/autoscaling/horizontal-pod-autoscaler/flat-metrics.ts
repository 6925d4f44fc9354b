import type {
  AutoscalingV2beta1MetricSpec,
  AutoscalingV2beta1ObjectMetricSource,
  AutoscalingV2MetricIdentifier,
  AutoscalingV2MetricSpec,
  AutoscalingV2MetricTarget,
  MetaV1LabelSelector,
} from '../../../api/schema/types.gen.ts';

/**
 * Metrics as older versions say them: name, selector and target as fields of the metric itself, the type of the
 * target understood. Older objects may say nonsense: what they do not say is empty.
 *
 *     pods: {metricName: rps, targetAverageValue: 5}
 *     pods: {metric: {name: rps}, target: {type: AverageValue, averageValue: 5}}
 */
type Flat = AutoscalingV2beta1MetricSpec;
type Metric = AutoscalingV2MetricSpec;

/** An absent quantity that is always printed. */
const zero = '0';

export function flatMetric({ type, ...metric }: Metric): Flat {
  const { object, pods, resource, containerResource, external } = metric;
  return withoutAbsent<Flat>({
    type,
    object: object && flatObject(object),
    pods:
      pods &&
      withoutAbsent({
        metricName: pods.metric.name,
        targetAverageValue: pods.target.averageValue ?? zero,
        selector: pods.metric.selector,
      }),
    resource: resource && { name: resource.name, ...flatTarget(resource.target) },
    containerResource: containerResource && {
      name: containerResource.name,
      ...flatTarget(containerResource.target),
      container: containerResource.container,
    },
    external:
      external &&
      withoutAbsent({
        metricName: external.metric.name,
        metricSelector: external.metric.selector,
        targetValue: external.target.value,
        targetAverageValue: external.target.averageValue,
      }),
  });
}

function flatObject({
  describedObject,
  metric,
  target,
}: NonNullable<Metric['object']>): NonNullable<Flat['object']> {
  return withoutAbsent<NonNullable<Flat['object']>>({
    target: describedObject,
    metricName: metric.name,
    targetValue: target.value ?? zero,
    selector: metric.selector,
    averageValue: target.averageValue,
  });
}

const flatTarget = ({ averageUtilization, averageValue }: AutoscalingV2MetricTarget) =>
  withoutAbsent({ targetAverageUtilization: averageUtilization, targetAverageValue: averageValue });

export function fullMetric({ type, object, pods, resource, containerResource, external }: Flat): Metric {
  return withoutAbsent<Metric>({
    type,
    object: object && fullObject(object),
    pods: pods && {
      metric: identifier(pods.metricName, pods.selector),
      target: { type: 'AverageValue', averageValue: pods.targetAverageValue ?? zero },
    },
    resource: resource && { name: resource.name, target: resourceTarget(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      target: resourceTarget(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: identifier(external.metricName, external.metricSelector),
      target: withoutAbsent<AutoscalingV2MetricTarget>({
        type: external.targetValue === undefined ? 'AverageValue' : 'Value',
        value: external.targetValue,
        averageValue: external.targetAverageValue,
      }),
    },
  });
}

function fullObject(object: AutoscalingV2beta1ObjectMetricSource): NonNullable<Metric['object']> {
  return {
    describedObject: object.target,
    target: withoutAbsent<AutoscalingV2MetricTarget>({
      type: object.averageValue === undefined ? 'Value' : 'AverageValue',
      value: object.targetValue ?? zero,
      averageValue: object.averageValue,
    }),
    metric: identifier(object.metricName, object.selector),
  };
}

interface FlatTarget {
  targetAverageUtilization?: number;
  targetAverageValue?: string;
}

const resourceTarget = ({
  targetAverageUtilization,
  targetAverageValue,
}: FlatTarget): AutoscalingV2MetricTarget =>
  withoutAbsent<AutoscalingV2MetricTarget>({
    type: targetAverageUtilization === undefined ? 'AverageValue' : 'Utilization',
    averageValue: targetAverageValue,
    averageUtilization: targetAverageUtilization,
  });

export const identifier = (name = '', selector?: MetaV1LabelSelector): AutoscalingV2MetricIdentifier =>
  withoutAbsent<AutoscalingV2MetricIdentifier>({ name, selector });

/** Fields that are undefined taken away: an object for JSON. */
export function withoutAbsent<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  const present: Partial<T> = {};
  for (const name in fields) if (fields[name] !== undefined) present[name] = fields[name];
  return present as T;
}
