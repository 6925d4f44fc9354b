import { parseJson, writeJson } from '../../../api/codec/json.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  AutoscalingV2beta1MetricSpec,
  AutoscalingV2beta1MetricStatus,
  AutoscalingV2HorizontalPodAutoscalerBehavior,
  AutoscalingV2HorizontalPodAutoscalerCondition,
} from '../../../api/schema/types.gen.ts';
import { setAnnotation } from '../../shared/annotations.ts';
import { behaviorForm, conditionForm, type Form, fits, metricForm, statusForm } from './annotation-forms.ts';

/** Annotations by which older versions hold fields that came later. */
export interface Annotated {
  metrics?: AutoscalingV2beta1MetricSpec[];
  currentMetrics?: AutoscalingV2beta1MetricStatus[];
  conditions?: AutoscalingV2HorizontalPodAutoscalerCondition[];
  behavior?: AutoscalingV2HorizontalPodAutoscalerBehavior;
}

interface HasMetadata {
  metadata: { annotations?: Record<string, string> };
}

const names = ['metrics', 'current-metrics', 'conditions', 'behavior'] as const;
type Name = (typeof names)[number];

const forms: Record<Name, Form> = {
  metrics: [metricForm],
  'current-metrics': [statusForm],
  conditions: [conditionForm],
  behavior: behaviorForm,
};

const annotationOf = (name: Name, { label }: Dialect): string => `autoscaling.alpha.${label}/${name}`;

/** Removes them: only the older versions show and accept these annotations. */
export function dropAnnotations(object: HasMetadata, dialect: Dialect): void {
  for (const name of names) {
    const key = annotationOf(name, dialect);
    if (object.metadata.annotations?.[key] !== undefined) setAnnotation(object, key, undefined);
  }
}

/** Empty ones are not written. */
export function writeAnnotations(object: HasMetadata, annotated: Annotated, dialect: Dialect): void {
  const write = (name: Name, value: unknown) =>
    setAnnotation(object, annotationOf(name, dialect), writeJson(value));
  if (annotated.metrics?.length) write('metrics', annotated.metrics);
  if (annotated.currentMetrics?.length) write('current-metrics', annotated.currentMetrics);
  if (annotated.conditions?.length) write('conditions', annotated.conditions);
  if (annotated.behavior !== undefined) write('behavior', untagged(annotated.behavior));
}

/** One that is not of its form says nothing, silently. */
export function readAnnotations({ metadata }: HasMetadata, dialect: Dialect): Annotated {
  // A value that matches the form of an annotation has its type.
  const read = <T>(name: Name): T | undefined => {
    const text = metadata.annotations?.[annotationOf(name, dialect)];
    if (text === undefined) return undefined;
    const value = name === 'behavior' ? lowerKeys(readJson(text)) : readJson(text);
    return fits(value, forms[name]) ? (value as T) : undefined;
  };
  return {
    metrics: read('metrics'),
    currentMetrics: read('current-metrics'),
    conditions: read('conditions'),
    behavior: withoutNulls(read('behavior')),
  };
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Keys as they were in a struct without names for JSON, and a null for whatever is absent. */
function untagged({ scaleUp, scaleDown }: AutoscalingV2HorizontalPodAutoscalerBehavior): object {
  const rules = (of: typeof scaleUp) =>
    of === undefined
      ? null
      : {
          StabilizationWindowSeconds: of.stabilizationWindowSeconds ?? null,
          SelectPolicy: of.selectPolicy ?? null,
          Policies:
            of.policies?.map(({ type, value, periodSeconds }) => ({
              Type: type,
              Value: value,
              PeriodSeconds: periodSeconds,
            })) ?? null,
        };
  return { ScaleUp: rules(scaleUp), ScaleDown: rules(scaleDown) };
}

const behaviorKeys = new Map(
  [
    'scaleUp',
    'scaleDown',
    'stabilizationWindowSeconds',
    'selectPolicy',
    'policies',
    'type',
    'value',
    'periodSeconds',
  ].map((key) => [key.toLowerCase(), key]),
);

/** Whatever the case of the keys. */
function lowerKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      behaviorKeys.get(key.toLowerCase()) ?? key,
      lowerKeys(inner),
    ]),
  );
}

function withoutNulls<T>(value: T): T;
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])),
  );
}
