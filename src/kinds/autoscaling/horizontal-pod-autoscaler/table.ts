import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type {
  AutoscalingV2HorizontalPodAutoscaler,
  AutoscalingV2MetricSpec,
  AutoscalingV2MetricStatus,
  AutoscalingV2MetricTarget,
  AutoscalingV2MetricValueStatus,
} from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { column, tableOf } from '../../shared/table.ts';

export function autoscalerTable(gates: FeatureGates): TableRules<AutoscalingV2HorizontalPodAutoscaler> {
  const namesResources = gates.isIn('1.30');
  return tableOf<AutoscalingV2HorizontalPodAutoscaler>([
    column(
      'Reference',
      'string',
      'What it scales.',
      ({ spec }) => `${spec.scaleTargetRef.kind}/${spec.scaleTargetRef.name}`,
    ),
    column('Targets', 'string', 'What is measured, and what is wanted.', ({ spec, status }) =>
      targetsText(spec.metrics ?? [], status.currentMetrics ?? [], namesResources),
    ),
    column('MinPods', 'string', 'The lowest number of replicas.', ({ spec }) =>
      spec.minReplicas === undefined ? '<unset>' : String(spec.minReplicas),
    ),
    column('MaxPods', 'string', 'The highest number of replicas.', ({ spec }) => spec.maxReplicas),
    column('Replicas', 'string', 'How many replicas there are.', ({ status }) => status.currentReplicas ?? 0),
  ]);
}

const maxTargets = 2;
const unknown = '<unknown>';

/** `cpu: 12%/80%, 3/5 (avg) + 1 more...`; the name of the resource since 1.30. */
function targetsText(
  metrics: readonly AutoscalingV2MetricSpec[],
  statuses: readonly AutoscalingV2MetricStatus[],
  namesResources: boolean,
): string {
  if (metrics.length === 0) return '<none>';
  const texts = metrics
    .slice(0, maxTargets)
    .map((metric, index) => targetText(metric, statuses[index], namesResources));
  const rest = metrics.length - texts.length;
  return `${texts.join(', ')}${rest > 0 ? ` + ${rest} more...` : ''}`;
}

function targetText(
  metric: AutoscalingV2MetricSpec,
  status: AutoscalingV2MetricStatus | undefined,
  namesResources: boolean,
): string {
  const named = (name: string | undefined, text: string) =>
    namesResources ? `${name ?? ''}: ${text}` : text;
  switch (metric.type) {
    case 'External':
      return valueText(metric.external?.target, status?.external?.current);
    case 'Object':
      return valueText(metric.object?.target, status?.object?.current);
    case 'Pods':
      return `${status?.pods?.current.averageValue ?? unknown}/${metric.pods?.target.averageValue ?? ''}`;
    case 'Resource':
      return named(metric.resource?.name, resourceText(metric.resource?.target, status?.resource?.current));
    case 'ContainerResource':
      return named(
        metric.containerResource?.name,
        resourceText(metric.containerResource?.target, status?.containerResource?.current),
      );
    default:
      return '<unknown type>';
  }
}

function valueText(target?: AutoscalingV2MetricTarget, current?: AutoscalingV2MetricValueStatus): string {
  return target?.averageValue === undefined
    ? `${current?.value ?? unknown}/${target?.value ?? ''}`
    : `${current?.averageValue ?? unknown}/${target.averageValue} (avg)`;
}

function resourceText(target?: AutoscalingV2MetricTarget, current?: AutoscalingV2MetricValueStatus): string {
  if (target?.averageValue !== undefined) return `${current?.averageValue ?? unknown}/${target.averageValue}`;
  const percent = (value: number | undefined, otherwise: string) =>
    value === undefined ? otherwise : `${value}%`;
  return `${percent(current?.averageUtilization, unknown)}/${percent(target?.averageUtilization, '<auto>')}`;
}
