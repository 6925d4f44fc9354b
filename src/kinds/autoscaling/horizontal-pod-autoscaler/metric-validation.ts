import { goQuantity } from '../../../api/go-format/go-quantity.ts';
import type {
  AutoscalingV2MetricIdentifier,
  AutoscalingV2MetricSpec,
  AutoscalingV2MetricTarget,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { pathSegmentName } from '../../../api/validation/names.ts';
import { parseQuantity } from '../../../api/values/quantity.ts';
import { invalidEach, validateLabelFormat } from '../../shared/field-checks.ts';
import { validateContainerResourceName } from '../../shared/resources/validation.ts';
import { validateReference, validateVersion } from './reference-validation.ts';
import type { AutoscalerRules } from './rules.ts';

type Metric = AutoscalingV2MetricSpec;
type Source = 'object' | 'external' | 'pods' | 'resource' | 'containerResource';

/** The order in which sources are looked at: the first one that is there is checked. */
const sources: readonly Source[] = ['object', 'external', 'pods', 'resource', 'containerResource'];
const sourceOfType: ReadonlyMap<string, Source> = new Map(
  sources.map((source) => [source.toLowerCase(), source]),
);
const typeNames = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

const missing = 'must populate information for the given metric source';
/** Metrics of single containers are behind a gate at first, and cleared before they are looked at. */
const notYet = '(only allowed when HPAContainerMetrics feature is enabled)';

/** `checksVersion`: whether the version of an object that is measured has to be one. */
export function validateMetric(
  metric: Metric,
  path: FieldPath,
  rules: AutoscalerRules,
  checksVersion: boolean,
): FieldError[] {
  const gated = rules.namesGate ? ` ${notYet}` : '';
  const validate = (source: Source): FieldError[] => [
    ...validateSource(metric, source, path.child(source), rules),
    ...(source === 'object' && checksVersion
      ? validateVersion(metric.object!.describedObject, path.child('object', 'describedObject'))
      : []),
  ];
  const present = sources.filter((source) => metric[source] !== undefined);
  const expected = sourceOfType.get(metric.type.toLowerCase());
  const isKnown = typeNames.includes(metric.type);
  if (isKnown && present.length === 1 && present[0] === expected) {
    return validate(expected!);
  }
  const unknown = isKnown ? [] : [notSupported(path.child('type'), metric.type, typeNames)];
  const needed = isKnown && metric[expected!] === undefined;
  const others = present.length === 1 ? [] : present.filter((source) => !isKnown || source !== expected);
  return [
    ...(metric.type === '' ? [required(path.child('type'), 'must specify a metric source type')] : []),
    ...unknown,
    ...(present[0] === undefined ? [] : validate(present[0])),
    ...(needed
      ? [required(path.child(expected!), expected === 'containerResource' ? `${missing}${gated}` : missing)]
      : []),
    ...unknown,
    ...others.map((source) => forbidden(path.child(source), 'must populate the given metric source only')),
  ];
}

function validateSource(
  metric: Metric,
  source: Source,
  path: FieldPath,
  { dialect, requiresPodsValue }: AutoscalerRules,
): FieldError[] {
  switch (source) {
    case 'object':
      return validateObject(metric.object!, path);
    case 'external':
      return validateExternal(metric.external!, path);
    case 'pods':
      return validatePods(metric.pods!, path, requiresPodsValue);
    case 'resource':
      return validateResource(metric.resource!, path);
    case 'containerResource':
      return validateContainerResource(metric.containerResource!, path, dialect);
  }
}

function validateObject(
  { describedObject, metric, target }: NonNullable<Metric['object']>,
  path: FieldPath,
): FieldError[] {
  const isSet = target.value !== undefined || target.averageValue !== undefined;
  return [
    ...validateReference(describedObject, path.child('describedObject')),
    ...validateIdentifier(metric, path.child('metric')),
    ...validateTarget(target, path.child('target')),
    ...(isSet
      ? []
      : [required(path.child('target', 'averageValue'), 'must set either a target value or averageValue')]),
  ];
}

function validateExternal(
  { metric, target }: NonNullable<Metric['external']>,
  path: FieldPath,
): FieldError[] {
  const { value, averageValue } = target;
  const targetPath = path.child('target');
  const none = 'must set either a target value for metric or a per-pod target';
  const both = 'may not set both a target value for metric and a per-pod target';
  return [
    ...validateIdentifier(metric, path.child('metric')),
    ...validateTarget(target, targetPath),
    ...(value === undefined && averageValue === undefined
      ? [required(targetPath.child('averageValue'), none)]
      : []),
    ...(value !== undefined && averageValue !== undefined
      ? [forbidden(targetPath.child('value'), both)]
      : []),
  ];
}

/** `isEnough`: a value that is there is no missing one, whatever else is wrong with it. */
function validatePods(
  { metric, target }: NonNullable<Metric['pods']>,
  path: FieldPath,
  isEnough: boolean,
): FieldError[] {
  const targetPath = path.child('target');
  return [
    ...validateIdentifier(metric, path.child('metric')),
    ...validateTarget(target, targetPath),
    ...(target.averageValue !== undefined && (isEnough || isPositive(target.averageValue))
      ? []
      : [required(targetPath.child('averageValue'), 'must specify a positive target averageValue')]),
  ];
}

function validateResource({ name, target }: NonNullable<Metric['resource']>, path: FieldPath): FieldError[] {
  return [
    ...(name === '' ? [required(path.child('name'), 'must specify a resource name')] : []),
    ...validateResourceTarget(target, path.child('target')),
  ];
}

function validateContainerResource(
  { name, container, target }: NonNullable<Metric['containerResource']>,
  path: FieldPath,
  dialect: AutoscalerRules['dialect'],
): FieldError[] {
  const [namePath, containerPath] = [path.child('name'), path.child('container')];
  return [
    ...(name === ''
      ? [required(namePath, 'must specify a resource name')]
      : validateContainerResourceName(name, namePath, dialect)),
    ...(container === ''
      ? [required(containerPath, 'must specify a container')]
      : validateLabelFormat(container, containerPath)),
    ...validateResourceTarget(target, path.child('target')),
  ];
}

function validateResourceTarget(target: AutoscalingV2MetricTarget, path: FieldPath): FieldError[] {
  const { averageUtilization, averageValue } = target;
  const none = 'must set either a target raw value or a target utilization';
  const both = 'may not set both a target raw value and a target utilization';
  const [hasUtilization, hasValue] = [averageUtilization !== undefined, averageValue !== undefined];
  return [
    ...validateTarget(target, path),
    ...(!hasUtilization && !hasValue ? [required(path.child('averageUtilization'), none)] : []),
    ...(hasUtilization && hasValue ? [forbidden(path.child('averageValue'), both)] : []),
  ];
}

const targetTypes = ['Utilization', 'Value', 'AverageValue'];

function validateTarget(target: AutoscalingV2MetricTarget, path: FieldPath): FieldError[] {
  const { type, averageUtilization } = target;
  const typePath = path.child('type');
  const isKnown = targetTypes.includes(type);
  const amount = (name: 'value' | 'averageValue') => {
    const value = target[name];
    return value === undefined || isPositive(value)
      ? []
      : [invalid(path.child(name), goQuantity(value), 'must be positive')];
  };
  return [
    ...(type === '' ? [required(typePath, 'must specify a metric target type')] : []),
    ...(isKnown ? [] : [invalid(typePath, type, 'must be either Utilization, Value, or AverageValue')]),
    ...amount('value'),
    ...amount('averageValue'),
    ...(averageUtilization !== undefined && averageUtilization < 1
      ? [invalid(path.child('averageUtilization'), averageUtilization, 'must be greater than 0')]
      : []),
  ];
}

/** A quantity that begins with a digit from 1 to 9 is positive: it needs no parsing. */
const isPositive = (text: string): boolean => /^[1-9]/.test(text) || parseQuantity(text).sign() > 0;

function validateIdentifier({ name }: AutoscalingV2MetricIdentifier, path: FieldPath): FieldError[] {
  const namePath = path.child('name');
  return name === ''
    ? [required(namePath, 'must specify a metric name')]
    : invalidEach(namePath, name, pathSegmentName(name));
}
