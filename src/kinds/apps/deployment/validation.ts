import type {
  AppsV1Deployment,
  AppsV1DeploymentStrategy,
  AppsV1RollingUpdateDeployment,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
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
import { validateReplicatedTemplate } from '../../shared/workload/replicated-template.ts';
import { checksSelectorValues, validateSelector } from '../../shared/workload/selector.ts';
import { validateRollback } from './rollback.ts';

const specPath = FieldPath.of('spec');

/** `old` is the stored object, on an update. */
export function validateDeployment(
  deployment: AppsV1Deployment,
  api: ServedApi,
  old?: AppsV1Deployment,
): FieldError[] {
  const { spec } = deployment;
  return [
    ...nonNegative(spec.replicas, specPath.child('replicas')),
    ...validateSelector(spec.selector, specPath.child('selector'), 'deployment', {
      checksValues: checksSelectorValues(api),
    }),
    ...validateReplicatedTemplate(spec, specPath, api, old?.spec.template),
    ...validateStrategy(spec.strategy, specPath.child('strategy')),
    ...nonNegative(spec.minReadySeconds, specPath.child('minReadySeconds')),
    ...nonNegative(spec.revisionHistoryLimit, specPath.child('revisionHistoryLimit')),
    ...validateRollback(deployment),
    ...validateDeadline(deployment),
  ];
}

export function validateDeploymentUpdate(
  deployment: AppsV1Deployment,
  old: AppsV1Deployment,
  api: ServedApi,
): FieldError[] {
  return [
    ...validateDeployment(deployment, api, old),
    ...unchangedSelector(deployment.spec.selector, old.spec.selector, specPath.child('selector')),
  ];
}

function validateStrategy(strategy: AppsV1DeploymentStrategy, path: FieldPath): FieldError[] {
  const { type, rollingUpdate } = strategy;
  const rollingUpdatePath = path.child('rollingUpdate');
  if (type === 'Recreate') {
    return rollingUpdate === undefined
      ? []
      : [forbidden(rollingUpdatePath, "may not be specified when strategy `type` is 'Recreate'")];
  }
  if (type !== 'RollingUpdate') {
    const shown = goStrategy(strategy, 'DeploymentStrategy', 'RollingUpdateDeployment');
    return [notSupported(path, shown, ['Recreate', 'RollingUpdate'])];
  }
  return rollingUpdate === undefined
    ? [required(rollingUpdatePath, 'this should be defaulted and never be nil')]
    : validateRollingUpdate(rollingUpdate, rollingUpdatePath);
}

function validateRollingUpdate(
  { maxUnavailable = 0, maxSurge = 0 }: AppsV1RollingUpdateDeployment,
  path: FieldPath,
): FieldError[] {
  const unavailablePath = path.child('maxUnavailable');
  const canNotMove = isNothing(maxUnavailable) && isNothing(maxSurge);
  return [
    ...validateIntOrPercent(maxUnavailable, unavailablePath),
    ...validateIntOrPercent(maxSurge, path.child('maxSurge')),
    ...(canNotMove
      ? [invalid(unavailablePath, goIntOrPercent(maxUnavailable), 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...validateAtMostAll(maxUnavailable, unavailablePath),
  ];
}

/** A pod counts as progress only when it has been ready for minReadySeconds. */
function validateDeadline({ spec }: AppsV1Deployment): FieldError[] {
  const deadline = spec.progressDeadlineSeconds;
  if (deadline === undefined) return [];
  const path = specPath.child('progressDeadlineSeconds');
  return [
    ...nonNegative(deadline, path),
    ...(deadline <= (spec.minReadySeconds ?? 0)
      ? [invalid(path, deadline, 'must be greater than minReadySeconds')]
      : []),
  ];
}
