import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  AutoscalingV1HorizontalPodAutoscaler,
  AutoscalingV2beta1HorizontalPodAutoscaler,
  AutoscalingV2HorizontalPodAutoscaler,
  AutoscalingV2MetricSpec,
  AutoscalingV2MetricStatus,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';
import { dropAnnotations, readAnnotations, writeAnnotations } from './annotations.ts';
import { flatMetric, fullMetric, withoutAbsent } from './flat-metrics.ts';
import { flatStatus, fullStatus } from './flat-status.ts';

type Stored = AutoscalingV2HorizontalPodAutoscaler;

const ofCpu = (type: string, name: string | undefined): boolean => type === 'Resource' && name === 'cpu';
const isCpu = ({ type, resource }: AutoscalingV2MetricSpec): boolean => ofCpu(type, resource?.name);
const isCpuUtilization = (metric: AutoscalingV2MetricSpec): boolean =>
  isCpu(metric) && metric.resource?.target.averageUtilization !== undefined;

/** Metrics in their flat form, and no behavior but in an annotation. */
export function version2beta1(dialect: Dialect): VersionRules {
  return {
    toStored(object: AutoscalingV2beta1HorizontalPodAutoscaler) {
      const { behavior } = readAnnotations(object, dialect);
      dropAnnotations(object, dialect);
      const { spec, status, ...others } = object;
      return {
        ...others,
        spec: withoutAbsent({ ...spec, metrics: spec.metrics?.map(fullMetric), behavior }),
        status: { ...status, currentMetrics: status.currentMetrics?.map(fullStatus) ?? null },
      };
    },
    fromStored(object: Stored) {
      writeAnnotations(object, { behavior: object.spec.behavior } as object, dialect);
      const { spec, status, ...others } = object;
      return {
        ...others,
        spec: { ...spec, metrics: spec.metrics?.map(flatMetric) },
        status: { ...status, currentMetrics: status.currentMetrics?.map(flatStatus) ?? null },
      };
    },
  };
}

/**
 * The version of the beginning knows one metric, the utilization of the processor. All others are annotations, the
 * one of the processor comes last among them.
 */
export function version1(dialect: Dialect): VersionRules {
  return {
    toStored(object: AutoscalingV1HorizontalPodAutoscaler) {
      const annotated = readAnnotations(object, dialect);
      dropAnnotations(object, dialect);
      const { targetCPUUtilizationPercentage: target, ...spec } = object.spec;
      const { currentCPUUtilizationPercentage: current, ...status } = object.status;
      const metrics = [
        ...(annotated.metrics ?? []).map(fullMetric),
        ...(target === undefined ? [] : [cpuMetric(target)]),
      ];
      return {
        ...object,
        spec: withoutAbsent({ ...spec, metrics, behavior: annotated.behavior }),
        status: withoutAbsent({
          ...status,
          currentMetrics:
            annotated.currentMetrics?.map(fullStatus).map(withoutZeroValue) ??
            (current === undefined ? null : [cpuStatus(current)]),
          conditions: annotated.conditions,
        }),
      };
    },
    fromStored(object: Stored) {
      const { metrics = [], behavior, ...spec } = object.spec;
      const { currentMetrics, conditions, ...status } = object.status;
      const annotated = {
        metrics: metrics.filter((metric) => !isCpuUtilization(metric)).map(flatMetric),
        currentMetrics: (currentMetrics ?? []).map(flatStatus),
        conditions: conditions ?? [],
        ...(behavior === undefined ? {} : { behavior }),
      };
      writeAnnotations(object, annotated, dialect);
      return {
        ...object,
        spec: withoutAbsent({
          ...spec,
          targetCPUUtilizationPercentage: metrics.find(isCpu)?.resource?.target.averageUtilization,
        }),
        status: withoutAbsent({
          ...status,
          currentCPUUtilizationPercentage: currentUtilization(currentMetrics ?? []),
        }),
      };
    },
  };
}

const cpuMetric = (averageUtilization: number): AutoscalingV2MetricSpec => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});

/** The flat form always has a value beside a utilization: one of zero says nothing. */
function withoutZeroValue(metric: AutoscalingV2MetricStatus): AutoscalingV2MetricStatus {
  const { averageValue, ...current } = metric.resource?.current ?? {};
  if (metric.resource === undefined || averageValue !== '0' || current.averageUtilization === undefined)
    return metric;
  return { ...metric, resource: { ...metric.resource, current } };
}

const cpuStatus = (averageUtilization: number): AutoscalingV2MetricStatus => ({
  type: 'Resource',
  resource: { name: 'cpu', current: { averageUtilization } },
});

/** The last one counts. */
const currentUtilization = (statuses: readonly AutoscalingV2MetricStatus[]): number | undefined =>
  statuses
    .filter(({ type, resource }) => ofCpu(type, resource?.name))
    .map(({ resource }) => resource?.current.averageUtilization)
    .findLast((utilization) => utilization !== undefined);
