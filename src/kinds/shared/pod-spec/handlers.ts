import type {
  CoreV1Container,
  CoreV1HTTPGetAction,
  CoreV1LifecycleHandler,
  CoreV1Probe,
  CoreV1ProbeHandler,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { httpHeaderName, portName, portNumber } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach, requireItems, requireText, validateNonNegative } from '../field-checks.ts';
import type { ContainerContext } from './options.ts';
import { validateStopSignal } from './stop-signal.ts';

/** Probes and lifecycle hooks: calls of the node to a container. */

export function validateLifecycle(
  { lifecycle }: CoreV1Container,
  path: FieldPath,
  context: ContainerContext,
): FieldError[] {
  if (lifecycle === undefined) return [];
  const { postStart, preStop, stopSignal } = lifecycle;
  return [
    ...(postStart === undefined ? [] : validateHandler(postStart, path.child('postStart'), context)),
    ...(preStop === undefined ? [] : validateHandler(preStop, path.child('preStop'), context)),
    ...(stopSignal === undefined ? [] : validateStopSignal(stopSignal, path.child('stopSignal'), context)),
  ];
}

export function validateProbe(probe: CoreV1Probe | undefined, path: FieldPath): FieldError[] {
  if (probe === undefined) return [];
  const grace = probe.terminationGracePeriodSeconds;
  return [
    ...validateHandler(probe, path),
    ...validateNonNegative(probe.initialDelaySeconds, path, 'initialDelaySeconds'),
    ...validateNonNegative(probe.timeoutSeconds, path, 'timeoutSeconds'),
    ...validateNonNegative(probe.periodSeconds, path, 'periodSeconds'),
    ...validateNonNegative(probe.successThreshold, path, 'successThreshold'),
    ...validateNonNegative(probe.failureThreshold, path, 'failureThreshold'),
    ...(grace !== undefined && grace <= 0
      ? [invalid(path.child('terminationGracePeriodSeconds'), grace, 'must be greater than 0')]
      : []),
  ];
}

/** A container that is killed when the probe fails has no second success to wait for. */
export function validateSingleSuccess(probe: CoreV1Probe | undefined, path: FieldPath): FieldError[] {
  if (probe === undefined || probe.successThreshold === 1) return [];
  return [invalid(path.child('successThreshold'), probe.successThreshold ?? 0, 'must be 1')];
}

/** Nothing is killed when this probe fails. */
export function validateNoGracePeriod(probe: CoreV1Probe | undefined, path: FieldPath): FieldError[] {
  const grace = probe?.terminationGracePeriodSeconds;
  if (grace === undefined) return [];
  return [invalid(path.child('terminationGracePeriodSeconds'), grace, 'must not be set for readinessProbes')];
}

/** Exactly one way to ask. `context` is that of the hooks, which may also wait. */
function validateHandler(
  handler: CoreV1ProbeHandler & CoreV1LifecycleHandler,
  path: FieldPath,
  context?: ContainerContext,
): FieldError[] {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  const errors: FieldError[] = [];
  let isFirst = true;
  const one = <T>(
    name: string,
    action: T | undefined,
    validate: (action: T, path: FieldPath) => FieldError[],
  ) => {
    if (action === undefined) return;
    const actionPath = path.child(name);
    if (isFirst) errors.push(...validate(action, actionPath));
    else errors.push(forbidden(actionPath, 'may not specify more than 1 handler type'));
    isFirst = false;
  };
  one('exec', exec, ({ command }, at) => requireItems(command, at, 'command'));
  one('httpGet', httpGet, validateHttpGet);
  one('tcpSocket', tcpSocket, ({ port }, at) => validatePort(port, at.child('port')));
  one('grpc', grpc, ({ port }, at) => validatePort(port, at.child('port')));
  if (context !== undefined) one('sleep', sleep, ({ seconds }, at) => validateSleep(seconds, at, context));
  if (isFirst) errors.push(required(path, 'must specify a handler type'));
  return errors;
}

function validateSleep(
  seconds: number,
  path: FieldPath,
  { spec, features: { allowsZeroSleep, since32 } }: ContainerContext,
): FieldError[] {
  const grace = spec.terminationGracePeriodSeconds ?? 0;
  if (seconds <= grace && seconds >= (allowsZeroSleep ? 0 : 1)) return [];
  const range = `${allowsZeroSleep ? 'be non-negative' : 'be greater than 0'} and less than terminationGracePeriodSeconds (${grace})`;
  const hint = '. Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.';
  return [invalid(path, seconds, `must ${range}${since32 && !allowsZeroSleep ? hint : ''}`)];
}

const schemes = ['HTTP', 'HTTPS'];

function validateHttpGet(action: CoreV1HTTPGetAction, path: FieldPath): FieldError[] {
  const { scheme = '', httpHeaders = [] } = action;
  return [
    ...requireText(action.path, path, 'path'),
    ...validatePort(action.port, path.child('port')),
    ...(schemes.includes(scheme) ? [] : [notSupported(path.child('scheme'), scheme, schemes)]),
    ...validateEach(httpHeaders, ({ name }) =>
      invalidEach(path.child('httpHeaders'), name, httpHeaderName(name)),
    ),
  ];
}

/** A number, or the name of a port of the container. */
function validatePort(port: number | string, path: FieldPath): FieldError[] {
  return invalidEach(path, port, typeof port === 'number' ? portNumber(port) : portName(port));
}
