import type {
  AutoscalingV1HorizontalPodAutoscaler,
  AutoscalingV2HorizontalPodAutoscaler,
} from '../../../api/schema/types.gen.ts';
import { type Description, timeText } from '../../shared/description/description.ts';
import type { Describer } from '../describer.ts';
import { describeMetric } from '../parts/scaling-metrics.ts';

type OfV1 = AutoscalingV1HorizontalPodAutoscaler;
type OfV2 = AutoscalingV2HorizontalPodAutoscaler;

export const horizontalPodAutoscaler: Describer<OfV1 | OfV2> = {
  // An object of v1 does not have all metrics.
  versions: ['autoscaling/v2', 'autoscaling/v2beta2', 'autoscaling/v1'],
  describe(to, object) {
    const { metadata, spec, status } = object;
    const { kind, name } = spec.scaleTargetRef;
    to.head(metadata);
    to.field(0, 'CreationTimestamp', timeText(metadata.creationTimestamp));
    to.field(0, 'Reference', `${kind}/${name}`);
    const isOld = object.apiVersion.endsWith('/v1');
    if (isOld) describeUtilization(to, object as OfV1);
    else describeMetrics(to, object as OfV2);
    to.field(0, 'Min replicas', spec.minReplicas ?? '<unset>');
    to.field(0, 'Max replicas', spec.maxReplicas);
    if (!isOld) describeBehavior(to, (object as OfV2).spec.behavior);
    const { currentReplicas = 0, desiredReplicas = 0 } = status ?? {};
    to.field(0, `${kind} pods`, `${currentReplicas} current / ${desiredReplicas} desired`);
    if (!isOld) describeConditions(to, (object as OfV2).status?.conditions ?? []);
  },
};

function describeUtilization(to: Description, { spec, status }: OfV1): void {
  const { targetCPUUtilizationPercentage: target } = spec;
  if (target === undefined) return;
  to.field(0, 'Target CPU utilization', `${target}%`);
  to.field(0, 'Current CPU utilization', `${status?.currentCPUUtilizationPercentage ?? '<unknown>'}%`);
}

function describeMetrics(to: Description, { spec, status }: OfV2): void {
  to.field(0, 'Metrics', '( current / target )');
  (spec.metrics ?? []).forEach((metric, index) => {
    describeMetric(to, metric, status?.currentMetrics?.[index]);
  });
}

function describeBehavior(to: Description, behavior: OfV2['spec']['behavior']): void {
  if (behavior === undefined) return;
  to.line(0, 'Behavior:');
  for (const [title, rules] of [
    ['Scale Up', behavior.scaleUp],
    ['Scale Down', behavior.scaleDown],
  ] as const) {
    if (rules === undefined) continue;
    to.line(1, `${title}:`);
    const { stabilizationWindowSeconds: window, selectPolicy = 'Max', policies = [] } = rules;
    if (window !== undefined) to.line(2, `Stabilization Window: ${window} seconds`);
    if (policies.length === 0) continue;
    to.line(2, `Select Policy: ${selectPolicy}`);
    to.line(2, 'Policies:');
    for (const { type, value, periodSeconds } of policies) {
      to.line(3, `- Type: ${type}\tValue: ${value}\tPeriod: ${periodSeconds} seconds`);
    }
  }
}

function describeConditions(to: Description, conditions: NonNullable<OfV2['status']['conditions']>): void {
  if (conditions.length === 0) return;
  to.line(0, 'Conditions:');
  const rows = conditions.map(({ type, status, reason, message }) => [type, status, reason, message]);
  to.table(1, ['Type', 'Status', 'Reason', 'Message'], rows);
}
