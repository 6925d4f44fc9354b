import type {
  AutoscalingV2HorizontalPodAutoscaler,
  AutoscalingV2HorizontalPodAutoscalerSpec,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { nonNegativeFields } from '../../shared/workload/counters.ts';
import { validateBehavior } from './behavior-validation.ts';
import { validateMetric } from './metric-validation.ts';
import { validateReference, validateTargetVersion } from './reference-validation.ts';
import type { AutoscalerRules } from './rules.ts';

type Autoscaler = AutoscalingV2HorizontalPodAutoscaler;

const specPath = FieldPath.of('spec');

/** Scaling to nothing is behind a gate; who has it already keeps it. */
export function validateAutoscaler(
  { spec }: Autoscaler,
  rules: AutoscalerRules,
  old?: Autoscaler,
): FieldError[] {
  const lowest = rules.scalesToZero || old?.spec.minReplicas === 0 ? 0 : 1;
  const targetPath = specPath.child('scaleTargetRef');
  const checksVersions = rules.checksVersions && !hasOddVersion(old);
  const metricsPath = specPath.child('metrics');
  return [
    ...validateReplicas(spec, lowest, rules.requiresMaximum),
    ...validateReference(spec.scaleTargetRef, targetPath),
    ...(rules.checksVersions
      ? validateTargetVersion(spec.scaleTargetRef, targetPath, old?.spec.scaleTargetRef)
      : []),
    ...validateEach(spec.metrics ?? [], (metric, index) =>
      validateMetric(metric, metricsPath.index(index), rules, checksVersions),
    ),
    ...validateScaleToZero(spec, metricsPath),
    ...validateBehavior(spec.behavior, specPath.child('behavior')),
  ];
}

/** Whether a metric names a version that is none. */
const hasOddVersion = (autoscaler: Autoscaler | undefined): boolean =>
  (autoscaler?.spec.metrics ?? []).some(
    ({ object }) => (object?.describedObject.apiVersion ?? '').split('/').length > 2,
  );

function validateReplicas(
  { minReplicas, maxReplicas }: AutoscalingV2HorizontalPodAutoscalerSpec,
  lowest: number,
  requiresMaximum: boolean,
): FieldError[] {
  const [minPath, maxPath] = [specPath.child('minReplicas'), specPath.child('maxReplicas')];
  return [
    ...(minReplicas !== undefined && minReplicas < lowest
      ? [invalid(minPath, minReplicas, `must be greater than or equal to ${lowest}`)]
      : []),
    ...(maxReplicas < 1 ? [tooFew(maxReplicas, maxPath, requiresMaximum)] : []),
    ...(minReplicas !== undefined && maxReplicas < minReplicas
      ? [invalid(maxPath, maxReplicas, 'must be greater than or equal to `minReplicas`')]
      : []),
  ];
}

function tooFew(replicas: number, path: FieldPath, requiresMaximum: boolean): FieldError {
  if (!requiresMaximum) return invalid(path, replicas, 'must be greater than 0');
  return replicas === 0
    ? required(path, 'must be set and greater than 0')
    : invalid(path, replicas, 'must be greater than or equal to 1');
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
