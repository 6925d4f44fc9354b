import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  AutoscalingV2HorizontalPodAutoscaler,
  AutoscalingV2HorizontalPodAutoscalerSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { nonNegativeFields } from '../../shared/workload/counters.ts';
import { validateBehavior } from './behavior-validation.ts';
import { validateMetric, validateReference } from './metric-validation.ts';

type Autoscaler = AutoscalingV2HorizontalPodAutoscaler;

const specPath = FieldPath.of('spec');

/** Scaling to nothing is not switched on in this release; who has it already keeps it. */
export function validateAutoscaler({ spec }: Autoscaler, dialect: Dialect, old?: Autoscaler): FieldError[] {
  const lowest = old?.spec.minReplicas === 0 ? 0 : 1;
  const metricsPath = specPath.child('metrics');
  return [
    ...validateReplicas(spec, lowest),
    ...validateReference(spec.scaleTargetRef, specPath.child('scaleTargetRef')),
    ...validateEach(spec.metrics ?? [], (metric, index) =>
      validateMetric(metric, metricsPath.index(index), dialect),
    ),
    ...validateScaleToZero(spec, metricsPath),
    ...validateBehavior(spec.behavior, specPath.child('behavior')),
  ];
}

function validateReplicas(
  { minReplicas, maxReplicas }: AutoscalingV2HorizontalPodAutoscalerSpec,
  lowest: number,
): FieldError[] {
  const [minPath, maxPath] = [specPath.child('minReplicas'), specPath.child('maxReplicas')];
  return [
    ...(minReplicas !== undefined && minReplicas < lowest
      ? [invalid(minPath, minReplicas, `must be greater than or equal to ${lowest}`)]
      : []),
    ...(maxReplicas < 1 ? [invalid(maxPath, maxReplicas, 'must be greater than 0')] : []),
    ...(minReplicas !== undefined && maxReplicas < minReplicas
      ? [invalid(maxPath, maxReplicas, 'must be greater than or equal to `minReplicas`')]
      : []),
  ];
}

/** Without pods nothing of pods is measured: something else has to say when they are wanted again. */
function validateScaleToZero(
  { minReplicas, metrics = [] }: AutoscalingV2HorizontalPodAutoscalerSpec,
  path: FieldPath,
): FieldError[] {
  if (minReplicas !== 0 || metrics.some(({ type }) => type === 'Object' || type === 'External')) return [];
  const text = 'must specify at least one Object or External metric to support scaling to zero replicas';
  return [forbidden(path, text)];
}

export const validateStatus = ({ status }: Autoscaler): FieldError[] =>
  nonNegativeFields(status, FieldPath.of('status'), ['currentReplicas', 'desiredReplicas']);
