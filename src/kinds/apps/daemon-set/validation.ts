import { equalValues } from '../../../api/json/json-values.ts';
import type {
  AppsV1DaemonSet,
  AppsV1DaemonSetUpdateStrategy,
  AppsV1RollingUpdateDaemonSet,
} from '../../../api/schema/types.gen.ts';
import { validateLabelSelectorObject } from '../../../api/selectors/label-selector.ts';
import {
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validatePodTemplateSpec, validateReadOnlyDisks } from '../../shared/pod-spec/index.ts';
import { reporting } from '../../shared/report-twice.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { unchangedSelector } from '../../shared/unchanged.ts';
import { nonNegative } from '../../shared/workload/counters.ts';
import { goStrategy } from '../../shared/workload/go-strategy.ts';
import {
  goIntOrPercent,
  isNothing,
  validateAtMostAll,
  validateIntOrPercent,
} from '../../shared/workload/int-or-percent.ts';
import { validateRunsForever } from '../../shared/workload/replicated-template.ts';
import {
  checksSelectorValues,
  usableSelector,
  validateNotEmpty,
  validateTemplateMatches,
} from '../../shared/workload/selector.ts';

const specPath = FieldPath.of('spec');

/** `old` is the stored object, on an update. */
export function validateDaemonSet(
  { spec }: AppsV1DaemonSet,
  api: ServedApi,
  old?: AppsV1DaemonSet,
): FieldError[] {
  const { selector, template } = spec;
  const usable = usableSelector(selector);
  const selectorPath = specPath.child('selector');
  const templatePath = specPath.child('template');
  return [
    // An absent selector is no problem of its own here: it shows as one that finds nothing.
    ...validateLabelSelectorObject(selector ?? undefined, selectorPath, {
      checksValues:
        checksSelectorValues(api) && !(old !== undefined && equalValues(selector, old.spec.selector)),
    }),
    ...(usable === undefined ? [] : validateTemplateMatches(usable, template, templatePath)),
    ...validateNotEmpty(selector, selectorPath, 'daemonset'),
    ...validatePodTemplateSpec(template, templatePath, api, { old: old?.spec.template }),
    ...validateReadOnlyDisks(template, templatePath, api),
    ...validateRunsForever(template, templatePath, 'DaemonSet'),
    ...nonNegative(spec.minReadySeconds, specPath.child('minReadySeconds')),
    ...validateUpdateStrategy(spec.updateStrategy, specPath.child('updateStrategy')),
    ...nonNegative(spec.revisionHistoryLimit, specPath.child('revisionHistoryLimit')),
  ];
}

/** Until 1.32 an update reports the problems of the spec twice. */
export function validateDaemonSetUpdate(
  daemonSet: AppsV1DaemonSet,
  old: AppsV1DaemonSet,
  api: ServedApi,
): FieldError[] {
  const report = reporting(api.gates);
  return [
    ...report(validateDaemonSet(daemonSet, api, old)),
    ...unchangedSelector(daemonSet.spec.selector, old.spec.selector, specPath.child('selector')),
  ];
}

function validateUpdateStrategy(strategy: AppsV1DaemonSetUpdateStrategy, path: FieldPath): FieldError[] {
  const { type, rollingUpdate } = strategy;
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') {
    const shown = goStrategy(strategy, 'DaemonSetUpdateStrategy', 'RollingUpdateDaemonSet');
    return [notSupported(path, shown, ['RollingUpdate', 'OnDelete'])];
  }
  const rollingUpdatePath = path.child('rollingUpdate');
  return rollingUpdate === undefined
    ? [required(rollingUpdatePath)]
    : validateRollingUpdate(rollingUpdate, rollingUpdatePath);
}

/** A node either loses its old pod first or gets its new one first: exactly one of the two is above nothing. */
function validateRollingUpdate(
  { maxUnavailable = 0, maxSurge = 0 }: AppsV1RollingUpdateDaemonSet,
  path: FieldPath,
): FieldError[] {
  const unavailablePath = path.child('maxUnavailable');
  const surgePath = path.child('maxSurge');
  const errors = [
    ...validateIntOrPercent(maxUnavailable, unavailablePath),
    ...validateIntOrPercent(maxSurge, surgePath),
    ...validateAtMostAll(maxUnavailable, unavailablePath),
    ...validateAtMostAll(maxSurge, surgePath),
  ];
  if (isNothing(maxUnavailable) && isNothing(maxSurge)) {
    errors.push(required(unavailablePath, 'cannot be 0 when maxSurge is 0'));
  }
  if (!isNothing(maxUnavailable) && !isNothing(maxSurge)) {
    errors.push(
      invalid(surgePath, goIntOrPercent(maxSurge), 'may not be set when maxUnavailable is non-zero'),
    );
  }
  return errors;
}
