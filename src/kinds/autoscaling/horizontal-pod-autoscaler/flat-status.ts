import type {
  AutoscalingV2beta1MetricStatus,
  AutoscalingV2MetricStatus,
  AutoscalingV2MetricValueStatus,
} from '../../../api/schema/types.gen.ts';
import { identifier, withoutAbsent } from './flat-metrics.ts';

/** Current metrics in the form of older versions: see flat-metrics.ts. */
type Flat = AutoscalingV2beta1MetricStatus;
type Status = AutoscalingV2MetricStatus;

const zero = '0';

export function flatStatus({ type, object, pods, resource, containerResource, external }: Status): Flat {
  return withoutAbsent<Flat>({
    type,
    object:
      object &&
      withoutAbsent<NonNullable<Flat['object']>>({
        target: object.describedObject,
        metricName: object.metric.name,
        currentValue: object.current.value ?? zero,
        selector: object.metric.selector,
        averageValue: object.current.averageValue,
      }),
    pods:
      pods &&
      withoutAbsent<NonNullable<Flat['pods']>>({
        metricName: pods.metric.name,
        currentAverageValue: pods.current.averageValue ?? zero,
        selector: pods.metric.selector,
      }),
    resource: resource && { name: resource.name, ...flatCurrent(resource.current) },
    containerResource: containerResource && {
      name: containerResource.name,
      ...flatCurrent(containerResource.current),
      container: containerResource.container,
    },
    external:
      external &&
      withoutAbsent<NonNullable<Flat['external']>>({
        metricName: external.metric.name,
        metricSelector: external.metric.selector,
        currentValue: external.current.value ?? zero,
        currentAverageValue: external.current.averageValue,
      }),
  });
}

interface FlatCurrent {
  currentAverageUtilization?: number;
  currentAverageValue: string;
}

const flatCurrent = ({
  averageUtilization,
  averageValue = zero,
}: AutoscalingV2MetricValueStatus): FlatCurrent =>
  withoutAbsent<FlatCurrent>({
    currentAverageUtilization: averageUtilization,
    currentAverageValue: averageValue,
  });

export function fullStatus({ type, object, pods, resource, containerResource, external }: Flat): Status {
  return withoutAbsent<Status>({
    type,
    object: object && {
      metric: identifier(object.metricName, object.selector),
      current: value({ value: object.currentValue ?? zero, averageValue: object.averageValue }),
      describedObject: object.target,
    },
    pods: pods && {
      metric: identifier(pods.metricName, pods.selector),
      current: { averageValue: pods.currentAverageValue ?? zero },
    },
    resource: resource && { name: resource.name, current: fullCurrent(resource) },
    containerResource: containerResource && {
      name: containerResource.name,
      current: fullCurrent(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: identifier(external.metricName, external.metricSelector),
      current: value({ value: external.currentValue ?? zero, averageValue: external.currentAverageValue }),
    },
  });
}

const fullCurrent = ({ currentAverageUtilization, currentAverageValue = zero }: FlatCurrent) =>
  value({ averageValue: currentAverageValue, averageUtilization: currentAverageUtilization });

const value = (
  fields: {
    [K in keyof AutoscalingV2MetricValueStatus]: AutoscalingV2MetricValueStatus[K] | undefined;
  },
): AutoscalingV2MetricValueStatus =>
  withoutAbsent<AutoscalingV2MetricValueStatus>(fields as Required<AutoscalingV2MetricValueStatus>);
